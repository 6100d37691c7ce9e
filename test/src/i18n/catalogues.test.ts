import { expect } from '@open-wc/testing';
import { messages as en } from '#messages/en';
import type { Messages } from '../../../src/i18n/messages.ts';
import { catalogues, loadMessages } from '../../../src/i18n/load-messages.ts';

type Functions = {
  [
    Name in keyof Messages as Messages[Name] extends (...values: never[]) => string ? Name : never
  ]: Messages[Name];
};
type Examples = { [Name in keyof Functions]: Parameters<Functions[Name]>[] };

/** What each message is asked with; fractions lie between 0 and 1, other numbers do not. */
const examples: Examples = {
  reader: [['Ψ']],
  pageArea: [['Ψ']],
  less: [['Ψ']],
  more: [['Ψ']],
  percent: [[0.42]],
  number: [[4321]],
  pageOf: [[37, 4321]],
  positionOf: [[37, 4321]],
  pagesLeft: [[37]],
  newChapter: [['Ψ']],
  newChapters: [[37]],
  imported: [[37]],
  sectionsOf: [['Ψ']],
  printedPage: [['Ψ']],
  noPage: [['Ψ']],
  pageInChapter: [[37, 4321]],
  minutesLeft: [['Ψ', 'Ω']],
  backTo: [['Ψ']],
  backToPage: [['Ψ']],
  furthestPosition: [
    ['Ψ', 0.42, 'Ω'],
    ['', 0.42, 'Ω'],
    ['Ψ', 0.42, ''],
    ['', 0.42, ''],
  ],
  downloadOf: [['Ψ']],
  downloading: [['Ψ', 'Ω']],
  downloaded: [['Ψ']],
  removeKeptBook: [['Ψ']],
  leadsTo: [['Ψ']],
  leadsToApp: [['Ψ']],
  times: [[1.25]],
  searchHits: [
    [37, true],
    [37, false],
  ],
  searchNothing: [['Ψ']],
  searchList: [['Ψ']],
  hitOf: [[37, 4321]],
  requestId: [['Ψ']],
  quotaHelp: [['Ψ'], [null]],
  buyFor: [['Ψ']],
  about: [['Ψ']],
  rateOf: [['Ψ']],
  haveRead: [[0.42]],
  chaptersLeft: [[37]],
  sampleUntil: [[0.42]],
};

/** Messages that count something. */
const counting: readonly ((words: Messages, count: number) => string)[] = [
  (words, count) => words.pagesLeft(count),
  (words, count) => words.newChapters(count),
  (words, count) => words.imported(count),
  (words, count) => words.searchResults(count, true),
  (words, count) => words.chaptersLeft(count),
];

/** Languages whose nouns and verbs stay as they are beside a number, whatever their plural rules say. */
const unchanged = new Set(['bn', 'fa', 'hu', 'ka', 'tr']);

/** What a message says, by its name and what it was asked with. */
function sentencesOf(words: Messages): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, message] of textsIn(words)) found.set(name, message);
  for (const [name, message, values] of askedOf(words)) {
    found.set(`${name}(${values.map(String).join(', ')})`, message);
  }
  return found;
}

function* textsIn(words: object, path = ''): Generator<[string, string]> {
  for (const [name, value] of Object.entries(words)) {
    if (typeof value === 'string') yield [path + name, value];
    else if (typeof value === 'object') yield* textsIn(value, `${path}${name}.`);
  }
}

function* askedOf(words: Messages): Generator<[string, string, readonly unknown[]]> {
  for (const [name, all] of Object.entries(examples)) {
    const message: unknown = Reflect.get(words, name);
    if (typeof message !== 'function') throw new Error(`${name} is no function.`);
    for (const values of all) yield [name, String(Reflect.apply(message, null, values)), values];
  }
}

/** How a value that a message was asked with is to be read in it. */
function toldOf(words: Messages, value: unknown): string {
  if (typeof value === 'number') {
    return value > 0 && value < 1 ? words.percent(value) : words.number(value);
  }
  return typeof value === 'string' ? value : '';
}

/** A number of each kind that the language counts by, among whole ones. */
function countsOf(locale: string): Map<string, number> {
  const rules = new Intl.PluralRules(locale);
  const found = new Map<string, number>();
  for (const count of [...Array.from({ length: 101 }, (_, at) => at), 1_000_000]) {
    const kind = rules.select(count);
    if (!found.has(kind)) found.set(kind, count);
  }
  return found;
}

for (const [name, load] of Object.entries(catalogues)) {
  describe(`the words of “${name}”`, () => {
    let words: Messages;
    before(async () => {
      words = await load();
    });

    it('are found by the tag that they bear', async () => {
      expect(await loadMessages(document.createElement('p'), words.locale)).to.equal(words);
    });

    it('are no English sentences', () => {
      const english = sentencesOf(en);
      const same = [...sentencesOf(words)].filter(([key, text]) => english.get(key) === text);
      // Single words are shared by languages, and so are the names of keys; whole sentences are not.
      expect(same.filter(([, text]) => /\p{L}+\P{L}+\p{L}+\P{L}+\p{L}/u.test(text))).to.deep.equal(
        [],
      );
      const shared = same.filter(([key]) => !/^key[A-Z]|^(number|percent|times|hitOf)\(/.test(key));
      expect(shared.length, shared.join('; ')).to.be.below(20);
    });

    it('have what they are asked with, and nothing else', () => {
      for (const [key, text, values] of askedOf(words)) {
        for (const value of values) expect(text, key).to.include(toldOf(words, value));
        expect(text, key).not.to.match(/#|undefined|null|\(\s*\)/);
      }
    });

    it('are written as the language is set', () => {
      for (const [key, text] of sentencesOf(words)) {
        expect(text, key).not.to.match(/["']|\.\.\.| {2}|^\s|\s$|^$/);
      }
    });

    it('count by every rule of the language', () => {
      const counts = [...countsOf(words.locale)];
      if (unchanged.has(words.locale)) return;
      for (const [at, [kind, count]] of counts.entries()) {
        for (const [otherKind, otherCount] of counts.slice(0, at)) {
          const formsOf = (one: number) =>
            counting.map((say) => say(words, one).replace(words.number(one), '#'));
          expect(formsOf(count), `${kind} and ${otherKind}`).not.to.deep.equal(formsOf(otherCount));
        }
      }
    });
  });
}

describe('French words', () => {
  it('keep their punctuation on the line', async () => {
    const french = await catalogues['fr']?.();
    for (const [key, text] of french ? sentencesOf(french) : []) {
      expect(text, key).not.to.match(/[^\u00a0\u202f][:;!?»]|«[^\u00a0\u202f]/);
    }
  });
});
