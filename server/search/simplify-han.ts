import japaneseForms from 'opencc-js/dict/JPShinjitaiCharacters';
import traditionalForms from 'opencc-js/dict/TSCharacters';

/**
 * Pairs of characters from an OpenCC dictionary, such as `亂 乱|亞 亚`. The first of several targets is
 * the most common.
 */
function readPairs(dictionary: string): Map<string, string> {
  return new Map(
    dictionary.split('|').flatMap((pair): [string, string][] => {
      const [from, to] = pair.split(' ');
      return from && to ? [[from, to]] : [];
    }),
  );
}

const simplified = readPairs(traditionalForms);
for (const [form, traditional] of readPairs(japaneseForms)) {
  const simple = simplified.get(traditional) ?? traditional;
  if (!simplified.has(form) && simple !== form) simplified.set(form, simple);
}

/**
 * Returns a character's simplified form, so that traditional, simplified and Japanese forms match.
 */
export function simplifyHan(character: string): string {
  return simplified.get(character) ?? character;
}
