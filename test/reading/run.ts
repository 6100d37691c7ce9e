import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { engineNames, type EngineName } from './engine.ts';
import { verifyPosition } from './verify-position.ts';
import { differingSections, verifyText } from './verify-text.ts';
import { openReadingEnvironment, type Viewport } from './reading-environment.ts';

const wrongUsage = 2;

/**
 * Books that are hard to lay out: long, with many sections, vertical, right to left, in a single
 * file, or with formulas.
 */
const standardBooks = [
  'se-leo-tolstoy--war-and-peace',
  'se-herman-melville--moby-dick',
  'idpf-kusamakura',
  'idpf-israelsailing',
  'pg23962',
  'idpf-linear-algebra',
];
const shapes: Viewport[] = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
];
const fontSizes = [16, 24];

interface Options {
  engine: EngineName[];
  books: string[];
  shapes: Viewport[];
  sizes: number[];
  sections?: number[];
  json?: boolean;
}

const program: Command = new Command('reading')
  .description(
    'Turns through whole books in the real reader and checks that every line is on exactly one page.',
  )
  .argument('<folder>', 'folder with the EPUB files')
  .addOption(
    list('--engine <names>', engineNames.slice(0, 1), (name) => {
      const engine = engineNames.find((one) => one === name);
      return engine ?? program.error(`--engine: ${name} is not one of ${engineNames.join(', ')}.`);
    }),
  )
  .addOption(list('--books <names>', standardBooks, (name) => name))
  .addOption(
    list('--shapes <sizes>', shapes, (size) => {
      const [, width, height] = /^(\d{2,})x(\d{2,})$/.exec(size) ?? [];
      if (!width || !height) {
        throw new InvalidArgumentError(`“${size}” is not a size in px, such as 390x844.`);
      }
      return { width: Number(width), height: Number(height) };
    }).default(shapes, '390x844,820x1180,1280x800'),
  )
  .addOption(list('--sizes <px>', fontSizes, Number))
  .addOption(list('--sections <numbers>', undefined, Number))
  .option('--json', 'print one JSON document')
  .exitOverride()
  .action(readAll);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : wrongUsage);
  console.error(error);
  process.exit(1);
}

async function readAll(folder: string, options: Options): Promise<void> {
  const fileNames = existsSync(folder) ? readdirSync(folder) : [];
  const books: { name: string; file: string }[] = [];
  for (const name of options.books) {
    const file = fileNames.find((one) => one.startsWith(name) && one.endsWith('.epub'));
    if (file) books.push({ name, file: join(folder, file) });
    else console.error(`${name}: skipped, not found in ${folder}`);
  }
  if (books.length === 0) return;
  const environment = await openReadingEnvironment(books.map(({ file }) => file));
  const results: unknown[] = [];
  /** Pages of each section in the first engine, by book, shape and font size. */
  const firstPages = new Map<string, Map<number, number>>();
  try {
    for (const name of options.engine) {
      const engine = await environment.engine(name);
      for (const [index, book] of books.entries()) {
        for (const shape of options.shapes) {
          for (const fontSize of options.sizes) {
            const startMs = performance.now();
            const open = await environment.open(engine, index, shape, fontSize);
            const text = await verifyText(open, options.sections);
            const start = open.sections[Math.floor(open.sections.length / 3)] ?? 0;
            const positionErrors = await verifyPosition(
              open,
              options.sections?.[0] ?? start,
              shape,
            );
            const key = `${book.name} ${shape.width} ${shape.height} ${fontSize}`;
            const first = firstPages.get(key) ?? text.sectionPages;
            firstPages.set(key, first);
            const differences = differingSections(text.sectionPages, first);
            const isGood = [text.faults, positionErrors, differences].every((one) => !one[0]);
            if (!isGood) process.exitCode = 1;
            const seconds = (performance.now() - startMs) / 1000;
            results.push({
              engine: name,
              book: book.name,
              ...shape,
              fontSize,
              ...text,
              place: positionErrors,
              differences,
            });
            console.error(
              `${isGood ? '✔' : '✘'} ${name}, ${book.name}, ${shape.width} × ${shape.height}, ${fontSize} px: ` +
                `${text.sections} sections, ${text.pages} pages, ${text.characters} characters ` +
                `(${text.unshown} hidden by the book), ${seconds.toFixed(0)} s`,
            );
            for (const fault of text.faults.slice(0, 30)) {
              console.error(
                `    ${fault.kind} in section ${fault.section}, pages ${fault.pages.join(' and ')}: ` +
                  `“${fault.text.replaceAll(/\s+/g, ' ')}” in ${fault.path}`,
              );
            }
            for (const fault of positionErrors) console.error(`    ${fault}`);
            for (const [section, blank] of text.blankPages) {
              console.error(`    nothing on pages ${blank.join(', ')} of section ${section}`);
            }
            for (const { section, pages, otherPages } of differences) {
              console.error(
                `    ${pages} pages in section ${section}, ${otherPages} in ${options.engine[0]}`,
              );
            }
          }
        }
      }
      await engine.close();
    }
  } finally {
    await environment.close();
  }
  if (options.json) console.log(JSON.stringify(results, null, 2));
}

function list<T>(
  flags: string,
  standard: readonly T[] | undefined,
  read: (item: string) => T,
): Option {
  return new Option(flags, 'comma-separated list')
    .default(standard)
    .argParser((text) => text.split(',').map((item) => read(item.trim())));
}
