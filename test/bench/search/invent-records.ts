import type { Random } from './random.ts';
import { inventName, inventWord } from './vary-record.ts';

/**
 * Invented records in the catalog's format, used if the catalog is unavailable. Every word, name
 * and subject is made up.
 */
export function* inventRecords(count: number, random: Random): Generator<string> {
  const words = Array.from({ length: 30_000 }, () => inventWord(random));
  const people = Array.from(
    { length: 20_000 },
    () => `${inventName(random)}, ${inventName(random)}`,
  );
  const subjects = Array.from(
    { length: 3000 },
    () => `${inventName(random)} -- ${inventName(random)}`,
  );
  // Squaring makes the first ones frequent, as in real catalogs.
  const frequent = (items: string[]): string =>
    items[Math.floor((random.below(10_000) / 10_000) ** 2 * items.length)] ?? '';

  for (let id = 1; id <= count; id += 1) {
    const [language, accent] = random.pick(languages);
    const title = Array.from({ length: 2 + random.below(7) }, () => frequent(words));
    if (accent) title[0] = accent + (title[0] ?? '');
    yield JSON.stringify({
      id,
      title: language === 'zh' ? ideographs(random) : title.join(' '),
      authors: [{ name: frequent(people), birth: 1700 + random.below(200), death: null }],
      languages: [language],
      rights: 'Public domain in the USA.',
      has_text: true,
      bookshelves: [],
      subjects: [frequent(subjects), frequent(subjects)],
      lcc: [],
    });
  }
}

const languages: [tag: string, accent: string][] = [
  ...Array.from({ length: 16 }, (): [string, string] => ['en', '']),
  ['fr', 'é'],
  ['de', 'ü'],
  ['fi', 'ä'],
  ['zh', ''],
];

function ideographs(random: Random): string {
  return String.fromCodePoint(
    ...Array.from({ length: 2 + random.below(6) }, () => 0x4e00 + random.below(3000)),
  );
}
