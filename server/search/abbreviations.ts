/** Abbreviations that titles contain in both forms, folded. */
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
];

const others = new Map<string, string[]>();
for (const [short, ...long] of pairs) {
  others.set(short, long);
  for (const word of long) others.set(word, [...(others.get(word) ?? []), short]);
}

/** The long forms of an abbreviation, or the abbreviations of a word. */
export function abbreviationsOf(word: string): string[] {
  return others.get(word) ?? [];
}
