import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { engineNames, type EngineName } from './engine.ts';
import { openReadingEnvironment } from './reading-environment.ts';
import { verifyPlaces } from './verify-places.ts';

const shapes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
];

const program = new Command('places')
  .description('Changes the layout at random positions of books; the position must stay visible.')
  .argument('<folder>', 'folder with the EPUB files')
  .addOption(new Option('--engine <name>').choices(engineNames).default('chromium'))
  .option('--count <positions>', 'number of positions', Number, 500)
  .option('--seed <number>', 'seed of the first position', Number, 1)
  .option('--shape <index>', 'only this page shape', Number)
  .option('--books <text>', 'only books whose name contains this text', '')
  .action(run);
await program.parseAsync();

async function run(
  folder: string,
  {
    engine: name,
    count,
    seed,
    books,
    shape: only,
  }: { engine: EngineName; count: number; seed: number; books: string; shape?: number },
) {
  // The pages of fixed-layout books have no text to remember.
  const files = readdirSync(folder).filter(
    (file) => file.endsWith('.epub') && file.includes(books) && !file.includes('page-blanche'),
  );
  const environment = await openReadingEnvironment(files.map((file) => join(folder, file)));
  let lost = 0;
  try {
    const engine = await environment.engine(name);
    const each = Math.ceil(count / files.length);
    for (const [index, file] of files.entries()) {
      const shape = shapes[only ?? index % shapes.length] ?? { width: 390, height: 844 };
      const book = await environment.open(engine, index, shape, 18);
      const found = await verifyPlaces(book, { seed: seed + index * each, count: each, shape });
      lost += found.length;
      console.error(
        `${found.length === 0 ? '✔' : '✘'} ${name}, ${file}, ${shape.width} × ${shape.height}: ${each} positions, ${found.length} lost`,
      );
      for (const { seed: at, change, passage, shown } of found) {
        console.error(
          `    seed ${at}, after ${change}: “${passage}” was not on the page “${shown}”`,
        );
      }
    }
  } finally {
    await environment.close();
  }
  console.log(`${name}: ${count} positions, ${lost} lost`);
  if (lost > 0) process.exitCode = 1;
}
