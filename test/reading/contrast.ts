// Prints the lowest contrast of text in each book and theme: node test/reading/contrast.ts DIR
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilePublication } from '../../server/epub/compile-publication.ts';
import { themes } from '../../shared/theme-tokens.ts';
import { openContrastMeter } from './measure-contrast.ts';

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('Usage: npm run contrast -- DIR');
  process.exit(2);
}
const meter = await openContrastMeter();
let failures = 0;
console.log(`| book | ${themes.join(' | ')} |`);
console.log(`|---|${themes.map(() => '---').join('|')}|`);
for (const name of readdirSync(folder).filter((file) => file.endsWith('.epub'))) {
  const contrasts = await meter.measure(await compilePublication(readFileSync(join(folder, name))));
  const cells = themes.map((theme) => {
    const lowest = contrasts[theme];
    if (!lowest) return '–';
    if (lowest.ratio < 4.5) failures += 1;
    const text = lowest.ratio < 4.5 ? ` “${lowest.text}”` : '';
    return `${lowest.ratio.toFixed(2)}${text}`;
  });
  console.log(`| ${name.replace('.epub', '')} | ${cells.join(' | ')} |`);
}
await meter.close();
process.exitCode = failures > 0 ? 1 : 0;
