import { Command, Option } from 'commander';
import { engineNames, type EngineName } from './engine.ts';
import { generateLayout, layoutText } from './hard-layouts.ts';
import { openReadingEnvironment } from './reading-environment.ts';
import { pageShapes, shrinkLayout, verifyLayouts } from './verify-layouts.ts';

interface Options {
  engine: EngineName;
  count: number;
  seed: number;
  batch: number;
  shrink: number;
  shape?: number;
}

const program = new Command('layouts')
  .description('Reads generated sections with layouts that are hard to paginate.')
  .addOption(new Option('--engine <name>').choices(engineNames).default('chromium'))
  .option('--count <sections>', 'number of sections', Number, 5000)
  .option('--seed <number>', 'seed of the first section', Number, 1)
  .option('--batch <sections>', 'sections of one book', Number, 100)
  .option('--shape <index>', 'only this page shape', Number)
  .option('--shrink <failures>', 'number of failures to reduce to a small section', Number, 0)
  .action(run);
await program.parseAsync();

async function run({ engine: name, count, seed, batch, shrink, shape: only }: Options) {
  const environment = await openReadingEnvironment([]);
  const totals = { sections: 0, pages: 0, characters: 0, failed: 0 };
  const kinds = new Map<string, number>();
  let left = shrink;
  try {
    let engine = await environment.engine(name);
    for (let from = 0; from < count; from += batch) {
      const length = Math.min(batch, count - from);
      const layouts = Array.from({ length }, (_, at) => generateLayout(seed + from + at));
      const index = only ?? Math.floor((seed + from) / batch) % pageShapes.length;
      const shape = pageShapes[index];
      if (!shape) throw new Error(`There is no page shape ${index}.`);
      const startMs = performance.now();
      let results;
      try {
        results = await verifyLayouts(environment, engine, layouts, shape);
      } catch (error) {
        console.log(
          `Seeds ${seed + from}–${seed + from + length - 1}, shape ${index}: ${String(error)}`,
        );
        process.exitCode = 1;
        await engine.close().catch(() => {});
        engine = await environment.engine(name);
        continue;
      }
      totals.sections += results.sections;
      totals.pages += results.pages;
      totals.characters += results.characters;
      totals.failed += results.failures.size;
      for (const [at, faults] of results.failures) {
        process.exitCode = 1;
        const layout = layouts[at];
        for (const kind of new Set(faults.map((fault) => fault.kind))) {
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
          const fault = faults.find((one) => one.kind === kind);
          if (!fault) continue;
          const text = fault.text.replaceAll(/\s+/g, ' ');
          console.log(
            `seed ${layout?.seed} (${layout?.writing}), shape ${index}: ${kind} ×${faults.filter((one) => one.kind === kind).length} pages ${fault.pages.join('/')} “${text.slice(0, kind === 'unreachable' ? 200 : 30)}” in ${fault.path}`,
          );
        }
        const kind = faults[0]?.kind;
        if (left > 0 && layout && kind) {
          left -= 1;
          const small = await shrinkLayout(environment, engine, layout, kind, shape);
          console.log(
            `--- ${kind}, ${small.writing}, ${shape.width} × ${shape.height} at ${shape.fontSize} px:\n${layoutText(small)}\n`,
          );
        }
      }
      const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
      console.error(
        `${name}, seeds ${seed + from}–${seed + from + length - 1}, ${shape.width} × ${shape.height}, ${shape.fontSize} px: ${results.failures.size} of ${results.sections} failed, ${results.pages} pages, ${seconds} s`,
      );
    }
  } finally {
    await environment.close();
  }
  console.log(
    `${name}: ${totals.sections} sections, ${totals.pages} pages, ${totals.characters} characters, ${totals.failed} sections with errors: ${JSON.stringify(Object.fromEntries(kinds))}`,
  );
}
