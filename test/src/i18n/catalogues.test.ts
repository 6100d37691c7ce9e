import { expect } from '@open-wc/testing';
import { messages as en } from '#messages/en';
import type { Messages } from '../../../src/i18n/messages.ts';
import { catalogues } from '../../../src/i18n/bundled-languages.ts';
import { statementCatalogues } from '../../../src/i18n/bundled-statements.ts';
import { loadMessages } from '../../../src/i18n/load-messages.ts';
import * as fetched from '../../../src/i18n/server-languages.ts';

type Functions = {
  [
    Name in keyof Messages as Messages[Name] extends (...values: never[]) => string ? Name : never
  ]: Messages[Name];
};
type Examples = { [Name in keyof Functions]: Parameters<Functions[Name]>[] };

/** Sample arguments of each message. Fractions are between 0 and 1, and other numbers are not. */
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
  timeLeftInChapter: [['5 min']],
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
  removeDownloadOf: [['Ψ']],
  leaveBookTo: [['Ψ']],
  leaveBookToApp: [['Ψ']],
  times: [[1.25]],
  searchResults: [
    [37, true],
    [37, false],
  ],
  searchNothing: [['Ψ']],
  showAllResults: [['Ψ']],
  resultOf: [[37, 4321]],
  requestId: [['Ψ']],
  quotaHelp: [['Ψ'], [null]],
  buyFor: [['Ψ']],
  approximately: [['Ψ']],
  exchangeRate: [['Ψ']],
  haveRead: [[0.42]],
  chaptersLeft: [[37]],
  sampleEndsAt: [[0.42]],
};

/** Messages with a counted noun. */
const counting: readonly ((messages: Messages, count: number) => string)[] = [
  (messages, count) => messages.pagesLeft(count),
  (messages, count) => messages.newChapters(count),
  (messages, count) => messages.imported(count),
  (messages, count) => messages.searchResults(count, true),
  (messages, count) => messages.chaptersLeft(count),
];

/**
 * Languages whose nouns and verbs do not change after a number, regardless of their plural rules.
 */
const unchanged = new Set(['bn', 'fa', 'hu', 'ka', 'tr']);

/** Each message's text by its key and sample arguments. */
function textsByKey(messages: Messages): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, message] of plainTexts(messages)) found.set(name, message);
  for (const [name, message, values] of formattedTexts(messages)) {
    found.set(`${name}(${values.map(String).join(', ')})`, message);
  }
  return found;
}

function* plainTexts(messages: object, path = ''): Generator<[string, string]> {
  for (const [name, value] of Object.entries(messages)) {
    if (typeof value === 'string') yield [path + name, value];
    else if (typeof value === 'object') yield* plainTexts(value, `${path}${name}.`);
  }
}

function* formattedTexts(messages: Messages): Generator<[string, string, readonly unknown[]]> {
  for (const [name, all] of Object.entries(examples)) {
    const message: unknown = Reflect.get(messages, name);
    if (typeof message !== 'function') throw new Error(`${name} is not a function.`);
    for (const values of all) yield [name, String(Reflect.apply(message, null, values)), values];
  }
}

/** The text of an argument within a message. */
function argumentText(messages: Messages, value: unknown): string {
  if (typeof value === 'number') {
    return value > 0 && value < 1 ? messages.percent(value) : messages.number(value);
  }
  return typeof value === 'string' ? value : '';
}

/** An integer for each plural category of the language. */
function countsByCategory(locale: string): Map<string, number> {
  const rules = new Intl.PluralRules(locale);
  const found = new Map<string, number>();
  for (const count of [...Array.from({ length: 101 }, (_, at) => at), 1_000_000]) {
    const kind = rules.select(count);
    if (!found.has(kind)) found.set(kind, count);
  }
  return found;
}

for (const [name, load] of Object.entries(catalogues)) {
  describe(`the catalog “${name}”`, () => {
    let messages: Messages;
    before(async () => {
      messages = await load();
    });

    it('is resolved by its own language tag', async () => {
      expect(await loadMessages(document.createElement('p'), messages.locale)).to.equal(messages);
    });

    it('contains no untranslated English sentences', () => {
      const english = textsByKey(en);
      const same = [...textsByKey(messages)].filter(([key, text]) => english.get(key) === text);
      // Languages share single messages and key names, but not whole sentences.
      expect(same.filter(([, text]) => /\p{L}+\P{L}+\p{L}+\P{L}+\p{L}/u.test(text))).to.deep.equal(
        [],
      );
      const shared = same.filter(([key]) => !/^key[A-Z]|^(number|percent|times|hitOf)\(/.test(key));
      expect(shared.length, shared.join('; ')).to.be.below(20);
    });

    it('contains every argument and no placeholders', () => {
      for (const [key, text, values] of formattedTexts(messages)) {
        for (const value of values) expect(text, key).to.include(argumentText(messages, value));
        expect(text, key).not.to.match(/#|undefined|null|\(\s*\)/);
      }
    });

    it('follows the typography of the language', () => {
      for (const [key, text] of textsByKey(messages)) {
        expect(text, key).not.to.match(/["']|\.\.\.| {2}|^\s|\s$|^$/);
      }
    });

    it('has a form for every plural category', () => {
      const counts = [...countsByCategory(messages.locale)];
      if (unchanged.has(messages.locale)) return;
      for (const [at, [kind, count]] of counts.entries()) {
        for (const [otherKind, otherCount] of counts.slice(0, at)) {
          const formsOf = (one: number) =>
            counting.map((format) => format(messages, one).replace(messages.number(one), '#'));
          expect(formsOf(count), `${kind} and ${otherKind}`).not.to.deep.equal(formsOf(otherCount));
        }
      }
    });
  });
}

describe('the French catalog', () => {
  it('keeps punctuation on the line of the word before it', async () => {
    const french = await catalogues['fr']?.();
    for (const [key, text] of french ? textsByKey(french) : []) {
      expect(text, key).not.to.match(/[^\u00a0\u202f][:;!?»]|«[^\u00a0\u202f]/);
    }
  });
});

describe('the languages that bundled apps fetch from the server', () => {
  it('are the bundled ones', () => {
    expect(Object.keys(fetched.catalogues)).to.deep.equal(Object.keys(catalogues));
    expect(Object.keys(fetched.statementCatalogues)).to.deep.equal(Object.keys(catalogues));
  });

  for (const [name, load] of Object.entries(catalogues)) {
    it(`have the same texts in “${name}”`, async () => {
      const [bundled, messages] = [await load(), await fetched.catalogues[name]?.('/')];
      if (!messages) throw new Error(`${name} is missing.`);
      expect(messages.locale).to.equal(bundled.locale);
      expect([...textsByKey(messages)]).to.deep.equal([...textsByKey(bundled)]);
      expect(await fetched.statementCatalogues[name]?.()).to.deep.equal(
        await statementCatalogues[name]?.(),
      );
    });
  }
});
