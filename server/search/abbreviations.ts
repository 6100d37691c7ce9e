/**
 * Abbreviations, and British and American spellings that differ by more than a typo. Titles contain
 * both forms. Folded.
 */
const pairs: [short: string, ...long: string[]][] = [
  ['dr', 'doctor'],
  ['mr', 'mister'],
  ['mrs', 'mistress'],
  ['st', 'saint', 'sainte', 'sankt', 'santo', 'sant'],
  ['ste', 'sainte'],
  ['mt', 'mount'],
  ['ft', 'fort'],
  ['jr', 'junior'],
  ['sr', 'senior'],
  ['vol', 'volume'],
  ['vols', 'volumes'],
  ['pt', 'part'],
  ['bros', 'brothers'],
  ['xmas', 'christmas'],
  ['capt', 'captain'],
  ['col', 'colonel'],
  ['gen', 'general'],
  ['prof', 'professor'],
  ['bd', 'band'],
  ['sci', 'science', 'scientific'],
  ['plow', 'plough'],
  ['plowman', 'ploughman'],
  ['gray', 'grey'],
  ['jail', 'gaol'],
  ['tire', 'tyre'],
  ['draft', 'draught'],
  ['check', 'cheque'],
  ['czar', 'tsar'],
  ['program', 'programme'],
  ['jewelry', 'jewellery'],
  ['airplane', 'aeroplane'],
];

const others = new Map<string, string[]>();
for (const [short, ...long] of pairs) {
  others.set(short, long);
  for (const word of long) others.set(word, [...(others.get(word) ?? []), short]);
}

/** Returns the long forms of an abbreviation, or the abbreviations of a word. */
export function abbreviationsOf(word: string): string[] {
  return others.get(word) ?? [];
}

/** Abbreviations of two words, folded. */
const phrases = new Map<string, [string, string]>([
  ['us', ['united', 'states']],
  ['usa', ['united', 'states']],
  ['uk', ['united', 'kingdom']],
  ['nyc', ['new', 'york']],
  ['ny', ['new', 'york']],
  ['ww1', ['world', 'war']],
  ['ww2', ['world', 'war']],
  ['wwi', ['world', 'war']],
  ['wwii', ['world', 'war']],
  ['scifi', ['science', 'fiction']],
  ['kjv', ['king', 'james']],
]);

/** Returns the two words for which an abbreviation stands. */
export function abbreviatedPhrase(word: string): [string, string] | null {
  return phrases.get(word) ?? null;
}
