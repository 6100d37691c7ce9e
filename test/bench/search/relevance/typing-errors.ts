import type { Random } from '../random.ts';

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** Keys beside each key of a keyboard, in the same row and the rows next to it. */
const neighbors = new Map(
  rows.flatMap((row, line) =>
    [...row].map((key, at): [string, string] => [
      key,
      [-1, 0, 1]
        .flatMap((step) => [
          rows[line - 1]?.[at + step],
          row[at + step],
          rows[line + 1]?.[at + step],
        ])
        .filter((near) => near && near !== key)
        .join(''),
    ]),
  ),
);

/** Spellings that sound alike in European languages. */
const soundAlike: [RegExp, string][] = [
  [/ph/, 'f'],
  [/f(?!f)/, 'ph'],
  [/ck/, 'k'],
  [/c(?=[aou])/, 'k'],
  [/k(?=[aou])/, 'c'],
  [/ei/, 'ie'],
  [/ie/, 'ei'],
  [/(?<=[a-z])y\b/, 'ie'],
  [/([lmnprst])\1/, '$1'],
  [/(?<=[aeiou])([lmnprst])(?=[aeiou])/, '$1$1'],
  [/th/, 't'],
  [/v/, 'w'],
  [/w/, 'v'],
  [/z/, 's'],
  [/ou/, 'u'],
  [/ea/, 'ee'],
  [/ai/, 'ay'],
  [/(?<=[a-z]{3})e\b/, ''],
  [/ent\b/, 'ant'],
  [/er\b/, 'or'],
  [/i(?=[a-z])/, 'y'],
];

/** The word with one typing or spelling error, or unchanged if no error is possible. */
export function mistypeWord(word: string, random: Random): string {
  const at = 1 + random.below(Math.max(1, word.length - 1));
  const key = word[at] ?? '';
  switch (random.below(6)) {
    case 0: {
      const near = neighbors.get(key);
      return near ? word.slice(0, at) + random.pick([...near]) + word.slice(at + 1) : word;
    }
    case 1:
      return word.slice(0, at) + word.slice(at + 1);
    case 2:
      return word.slice(0, at) + key + word.slice(at);
    case 3:
      return word.slice(0, at) + (word[at + 1] ?? '') + key + word.slice(at + 2);
    default: {
      const rules = soundAlike.filter(([sound]) => sound.test(word.slice(1)));
      if (rules.length === 0) return word.slice(0, at) + word.slice(at + 1);
      const [sound, other] = random.pick(rules);
      return word.charAt(0) + word.slice(1).replace(sound, other);
    }
  }
}
