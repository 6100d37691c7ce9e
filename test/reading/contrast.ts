// Prints the lowest contrast of text and of ornaments in each book and theme: node
// test/reading/contrast.ts DIR
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilePublication } from '../../server/epub/compile-publication.ts';
import { measuredThemes, openContrastMeter, type LowestContrast } from './measure-contrast.ts';

/** WCAG 2.2, 1.4.3 and 1.4.11. */
const minimum = { text: 4.5, ornaments: 3 };

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('Usage: npm run contrast -- DIR');
  process.exit(2);
}
const meter = await openContrastMeter({ ignoresEdges: true });
let failures = 0;
console.log(`| book, text / ornaments | ${measuredThemes.join(' | ')} |`);
console.log(`|---|${measuredThemes.map(() => '---').join('|')}|`);
for (const name of readdirSync(folder).filter((file) => file.endsWith('.epub'))) {
  const contrasts = await meter.measure(await compilePublication(readFileSync(join(folder, name))));
  const cells = measuredThemes.map((theme) => {
    const { text, ornaments } = contrasts[theme];
    return `${describe(text, minimum.text)} / ${describe(ornaments, minimum.ornaments)}`;
  });
  console.log(`| ${name.replace('.epub', '')} | ${cells.join(' | ')} |`);
}
await meter.close();
process.exitCode = failures > 0 ? 1 : 0;

function describe(lowest: LowestContrast | null, least: number): string {
  if (!lowest) return '–';
  const ratio = lowest.ratio.toFixed(2);
  if (lowest.ratio >= least) return ratio;
  failures += 1;
  return `${ratio} “${lowest.text}”`;
}
