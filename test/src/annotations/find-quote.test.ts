import { expect } from '@open-wc/testing';
import {
  array,
  assert,
  constantFrom,
  integer,
  nat,
  property,
  record,
  string,
  tuple,
} from 'fast-check';
import { foldText } from '../../../src/annotations/fold-text.ts';
import { QuoteFinder, type OffsetRange } from '../../../src/annotations/quote-finder.ts';
import {
  quoteContextLength,
  maxQuoteLength,
  type TextQuote,
} from '../../../src/annotations/annotation.ts';

/** Deterministic sentences of made-up words. */
function sentences(amount: number): string {
  let seed = 7;
  const pick = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  const word = () =>
    Array.from(
      { length: 1 + pick(4) },
      () => `${'bdfklmnprst'.charAt(pick(11))}${'aeiou'.charAt(pick(5))}`,
    ).join('');
  return Array.from(
    { length: amount },
    (_, at) => `${at}. The ${Array.from({ length: 8 }, word).join(' ')} rose.`,
  ).join('\n');
}

function quoteOf(text: string, start: number, end: number): TextQuote {
  return {
    exact: text.slice(start, end).slice(0, maxQuoteLength),
    prefix: text.slice(Math.max(0, start - quoteContextLength), start),
    suffix: text.slice(end, end + quoteContextLength),
  };
}

const text = sentences(400);
const findQuote = (whole: string, quote: TextQuote, near: OffsetRange) =>
  new QuoteFinder(whole).find(quote, near);
const wordsOf = (found: { start: number; end: number } | null, of: string) =>
  found && of.slice(found.start, found.end);

describe('QuoteFinder', () => {
  it('returns the original range if the quote is still there', () => {
    const quote = quoteOf('a a a', 2, 3);
    expect(findQuote('a a a', quote, { start: 2, end: 3 })).to.deep.equal({ start: 2, end: 3 });
  });

  it('ignores differences in white space', () => {
    const at = text.indexOf('\n40.');
    const quote = quoteOf(text, at, at + 60);
    const spaced = `\n\n${text.replaceAll(' ', '  \n').replaceAll('na', 'n\u00ada')}`;
    const found = wordsOf(findQuote(spaced, quote, { start: at, end: at + 60 }), spaced);
    expect(foldText(found ?? '').text).to.equal(foldText(quote.exact).text);
  });

  it('distinguishes identical passages by their context', () => {
    const source =
      'one sun rose over hills. Two moons rose over lakes. three stars rose over seas.';
    const at = source.indexOf('rose', 30);
    const quote = quoteOf(source, at, at + 4);
    const longer = `The first day began when roses rose. ${source}`;
    const found = findQuote(longer, quote, { start: at, end: at + 4 });
    expect(found?.start).to.equal(longer.indexOf('rose over lakes'));
  });

  it('returns null if the sentence was removed, even if its words are common', () => {
    const at = text.indexOf('\n200.');
    const word = text.indexOf('The', at);
    const without = text.slice(0, at) + text.slice(text.indexOf('\n201.'));
    for (const [start, end] of [
      [at, at + 40],
      [word, word + 3],
    ] as const) {
      const gone = `${without.slice(0, at)}Another thing altogether stood here, in quite other letters. ${without.slice(at)}`;
      const found = findQuote(gone, quoteOf(text, start, end), { start, end });
      expect(wordsOf(found, gone)).to.equal(null);
    }
    expect(findQuote('', quoteOf(text, 0, 10), { start: 0, end: 10 })).to.equal(null);
  });

  it('finds a long quote whose beginning and end are stored', () => {
    const [start, end] = [text.indexOf('\n17.') + 1, 9000];
    const edited = `A new beginning. ${text}`;
    const found = findQuote(edited, quoteOf(text, start, end), { start, end });
    expect(wordsOf(found, edited)?.slice(0, 50)).to.equal(text.slice(start, start + 50));
    expect((found?.end ?? 0) - (found?.start ?? 0)).to.be.within(7900, 8100);
  });

  it('finds quotes after corrections inside or outside the quote', () => {
    const edit = record({
      at: nat(text.length - 1),
      removed: nat(2),
      added: string({ maxLength: 2, unit: constantFrom(...'abcdefgh ,.') }),
    });
    assert(
      property(
        nat(text.length - 400),
        integer({ min: 40, max: 360 }),
        array(edit, { maxLength: 60 }),
        tuple(nat(2), nat(40)),
        (start, length, edits, [inside, before]) => {
          const end = start + length;
          // Any number of edits elsewhere, and only a few characters changed inside the quote and
          // next to it.
          const apart = edits.filter(({ at }) => at < start - 80 || at > end + 80);
          const close = edits.slice(0, inside).map((one) => ({
            ...one,
            at: start + 12 + (one.at % (length - 24)),
          }));
          let edited = text;
          for (const { at, removed, added } of [...apart, ...close].toSorted(
            (a, b) => b.at - a.at,
          )) {
            edited = edited.slice(0, at) + added + edited.slice(at + removed);
          }
          edited = sentences(before).toUpperCase() + edited;
          const found = wordsOf(
            findQuote(edited, quoteOf(text, start, end), { start, end }),
            edited,
          );
          const wanted = text.slice(start, end);
          expect(found ?? '', wanted).to.satisfy(
            (one: string) => Math.abs(one.length - length) <= 16,
            `${found} for ${wanted}`,
          );
          expect(foldText(found ?? '').text.slice(0, 3)).to.equal(
            foldText(wanted).text.slice(0, 3),
          );
          expect(foldText(found ?? '').text.slice(-3)).to.equal(foldText(wanted).text.slice(-3));
        },
      ),
    );
  });

  it('stays fast on a text that repeats one letter', () => {
    const long = 'a'.repeat(200_000);
    expect(findQuote(long, quoteOf(`${long}b`, 10, 60), { start: 10, end: 61 })).to.not.equal(null);
    expect(findQuote(long, quoteOf('b'.repeat(90), 10, 60), { start: 10, end: 60 })).to.equal(null);
  });
});
