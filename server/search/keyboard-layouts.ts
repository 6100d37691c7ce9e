/** Keys of the Latin layout and, in the same order, their letters in another layout. */
const layouts: [script: RegExp, keys: string, letters: string][] = [
  [
    /\p{Script=Cyrillic}/u,
    "`qwertyuiop[]asdfghjkl;'zxcvbnm,.",
    'ёйцукенгшщзхъфывапролджэячсмитьбю',
  ],
  [
    /\p{Script=Cyrillic}/u,
    "`qwertyuiop[]asdfghjkl;'zxcvbnm,.",
    'ґйцукенгшщзхїфівапролджєячсмитьбю',
  ],
  [/\p{Script=Greek}/u, 'wertyuiopasdfghjklzxcvbnm', 'ςερτυθιοπασδφγηξκλζχψωβνμ'],
  [/\p{Script=Hebrew}/u, 'ertyuiopasdfghjkl;zxcvbnm,.', 'קראטוןםפשדגכעיחלךףזסבהנמצתץ'],
  [/\p{Script=Arabic}/u, "qwertyuiop[]asdfghjkl;'zxcvnm,./", 'ضصثقفغعهخحجدشسيبلاتنمكطئءؤرىةوزظ'],
];

const keyPairs = layouts.map(([script, keys, letters]) => {
  const others = [...letters];
  const pairs = [...keys].map((key, at): [string, string] => [key, others[at] ?? key]);
  const toLatin = new Map(pairs.map(([key, letter]) => [letter, key]));
  return { script, toOther: new Map(pairs), toLatin };
});

/**
 * The strings that the same keys type in other keyboard layouts, because people forget to switch:
 * “ghtcnegktybt” is “преступление”, and “зкшву” is “pride”.
 */
export function inOtherLayouts(text: string): string[] {
  const typed = text.toLowerCase();
  const texts = keyPairs.flatMap(({ script, toOther, toLatin }) => {
    if (/[a-z]/.test(typed)) return replaceKeys(typed, toOther);
    return script.test(typed) ? replaceKeys(typed, toLatin) : [];
  });
  return [...new Set(texts)];
}

function replaceKeys(text: string, keys: Map<string, string>): string {
  return text.replaceAll(/./gu, (key) => keys.get(key) ?? key);
}
