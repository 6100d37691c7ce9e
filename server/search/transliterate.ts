const letters: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  і: 'i',
  ї: 'i',
  є: 'e',
  ґ: 'g',
  α: 'a',
  β: 'b',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'e',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  τ: 't',
  υ: 'y',
  φ: 'ph',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
};

/** Modern Greek letters whose pronunciation differs from library transliteration. */
const modernGreekSounds: Record<string, string> = {
  ου: 'ou',
  αυ: 'av',
  ευ: 'ev',
  μπ: 'b',
  οι: 'i',
  ει: 'i',
  αι: 'e',
  η: 'i',
  υ: 'i',
  β: 'v',
};

/**
 * Transliterates a folded Cyrillic or Greek word to Latin letters as libraries do. For example,
 * “идиот” becomes “idiot”. Returns null for words in other scripts.
 */
export function transliterate(word: string): string | null {
  if (!/^[\p{Script=Cyrillic}\p{Script=Greek}]{3,}$/u.test(word)) return null;
  return word.replaceAll(/ου|./gu, (letter) =>
    letter === 'ου' ? 'ou' : (letters[letter] ?? letter),
  );
}

/**
 * Transliterates a folded Greek word by its modern pronunciation. For example, “ομηρου” becomes
 * “omirou”. Returns null for other words.
 */
export function soundOfGreek(word: string): string | null {
  if (!/^\p{Script=Greek}{3,}$/u.test(word)) return null;
  return word.replaceAll(
    /ου|αυ|ευ|μπ|οι|ει|αι|./gu,
    (letter) => modernGreekSounds[letter] ?? letters[letter] ?? letter,
  );
}
