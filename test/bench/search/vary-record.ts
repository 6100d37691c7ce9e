import type { Random } from './random.ts';

interface GutenbergRecord {
  id: number;
  title: string | null;
  authors: { name: string; aliases?: string[] }[];
}

/** Ids in the catalog are below this. */
const idsOfOneCopy = 1_000_000;

/**
 * Derives a record with a new id from another record. A third of the title's words are replaced, by
 * words of other titles or sometimes by new words, and half of the authors are renamed.
 */
export function recordVarier(words: string[], random: Random) {
  const varyWord = (word: string): string => {
    const chance = random.below(100);
    if (chance < 30) return random.pick(words);
    return chance < 34 ? inventWord(random) : word;
  };

  return (line: string, copy: number): string => {
    const record = parse(line);
    return JSON.stringify({
      ...record,
      id: record.id + copy * idsOfOneCopy,
      title: record.title?.replaceAll(/\p{L}{4,}/gu, varyWord) ?? null,
      authors: record.authors.map((author) =>
        random.below(2) === 0
          ? author
          : {
              ...author,
              name: author.name.replace(/^\p{L}+/u, () => inventName(random)),
              aliases: [],
            },
      ),
    });
  };
}

/** Two to four syllables. */
export function inventWord(random: Random): string {
  return Array.from({ length: 2 + random.below(3) }, () => random.pick(syllables)).join('');
}

export function inventName(random: Random): string {
  const word = inventWord(random);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const onsets = ['b', 'd', 'f', 'g', 'h', 'k', 'l', 'm', 'n', 'p', 'r', 's', 'st', 't', 'v', 'tr'];
const rimes = ['a', 'e', 'i', 'o', 'u', 'an', 'er', 'in', 'on', 'us', 'el', 'ard'];
const syllables = onsets.flatMap((onset) => rimes.map((rime) => onset + rime));

function parse(line: string): GutenbergRecord {
  return JSON.parse(line) as GutenbergRecord;
}
