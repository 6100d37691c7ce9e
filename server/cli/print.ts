import Table from 'cli-table3';

/** Prints a JSON document on standard output. */
export function printJson(document: unknown): void {
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

/**
 * Prints rows as a table with a column for each member of the first row.
 *
 * @param empty - Message if there are no rows.
 */
export function printTable(rows: Record<string, string | number | null>[], empty: string): void {
  const [first] = rows;
  if (!first) {
    process.stdout.write(`${empty}\n`);
    return;
  }
  const table = new Table({
    head: Object.keys(first),
    chars: borderless,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
  });
  table.push(...rows.map((row) => Object.values(row).map((cell) => cell ?? '–')));
  process.stdout.write(`${table.toString().replace(/ +$/gm, '')}\n`);
}

/** No border characters, which makes the output easy to pipe to other programs. */
const borderless = Object.fromEntries(
  [
    ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left'],
    ['bottom-right', 'left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'],
  ]
    .flat()
    .map((position) => [position, '']),
);
