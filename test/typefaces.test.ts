import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fontSubsets, typefaceFiles, typefaceNameFile, typefaces } from '../shared/typefaces.ts';
import { subsetsOf, unicodeRanges } from '../src/rendition/user-styles/font-subsets.ts';

const fonts = new URL('../dist/svc-reader/fonts/', import.meta.url);

/** The code points of a `unicode-range`. */
function charactersIn(range: string): Set<number> {
  const characters = new Set<number>();
  for (const one of range.split(',')) {
    const [first = 0, last = first] = one
      .replace('U+', '')
      .split('-')
      .map((point) => Number.parseInt(point, 16));
    for (let at = first; at <= last; at++) characters.add(at);
  }
  return characters;
}

describe('typefaces', () => {
  it('are ten, each with its license and the files of all its subsets', () => {
    assert.equal(Object.keys(typefaces).length, 10);
    for (const typeface of Object.values(typefaces)) {
      const license = readFileSync(new URL(`${typeface.file}-LICENSE.txt`, fonts), 'utf8');
      assert.match(license, /SIL Open Font License/i);
      const files = typeface.subsets.flatMap((subset) => typefaceFiles(typeface, subset));
      for (const { name } of files) assert.ok(existsSync(new URL(name, fonts)), name);
      assert.ok(readFileSync(new URL(typefaceNameFile(typeface), fonts)).length < 4000);
    }
  });

  it('load the subsets whose unicode-range has a character of the text', () => {
    for (const { file, subsets } of Object.values(typefaces)) {
      const url = new URL(`../node_modules/@fontsource/${file}/unicode.json`, import.meta.url);
      const ranges = new Map<string, string>(
        existsSync(url) ? Object.entries(JSON.parse(readFileSync(url, 'utf8'))) : [],
      );
      for (const subset of subsets) {
        if (subset === 'latin' || !ranges.has(subset)) continue;
        const own = charactersIn(unicodeRanges[subset]);
        for (const character of charactersIn(ranges.get(subset) ?? ''))
          assert.ok(own.has(character), `${file} ${subset}: U+${character.toString(16)}`);
      }
    }
    const cases = [
      ['“Plain” – œuvre, naïve…', ['latin']],
      ['Příliš žluťoučký', ['latin', 'latin-ext']],
      ['Tiếng Việt', ['latin', 'vietnamese']],
      ['Война и мир', ['latin', 'cyrillic']],
      ['Ѳеодоръ', ['latin', 'cyrillic', 'cyrillic-ext']],
      ['Ελληνικά', ['latin', 'greek']],
      ['μῆνιν ἄειδε', ['latin', 'greek', 'greek-ext']],
      ['吾輩は猫である', ['latin']],
    ] as const;
    for (const [text, expected] of cases)
      assert.deepEqual(subsetsOf(text, fontSubsets), expected, text);
  });
});
