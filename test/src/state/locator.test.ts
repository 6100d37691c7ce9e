import { expect } from '@open-wc/testing';
import type { Section } from '../../../server/epub/contract.ts';
import { findQuote, startOffset } from '../../../src/state/landing.ts';
import { parseStart } from '../../../src/state/locator.ts';

const text = 'one fish two fish red fish blue fish';

describe('a saved position', () => {
  it('is at its offset if the quote is still there', () => {
    expect(findQuote(text, 13, 'fish red')).to.equal(13);
  });

  it('is at the nearest occurrence of its quote if the text has moved', () => {
    expect(findQuote(text, 20, 'two')).to.equal(9);
    expect(findQuote(text, 3, 'blue')).to.equal(27);
    expect(findQuote(text, 15, 'fish')).to.equal(13);
  });

  it('is within two words of its place when a later version of the book changes characters, also in the quote', () => {
    // A text in which every word is unique.
    const words = Array.from({ length: 400 }, (_, at) => `w${(at * 7919).toString(36)}q${at}`);
    const versions = [
      words.join('\n    '),
      words.map((word, at) => (at % 5 === 4 ? `(${word})` : word)).join(' '),
      words.map((word, at) => (at % 6 === 5 ? '' : word)).join(' '),
      `A new title\n${words.join(' ')}`,
    ];
    const before = words.join(' ');
    for (const [version, after] of versions.entries()) {
      for (let at = 0; at < words.length - 10; at += 13) {
        const offset = before.indexOf(words[at] ?? '');
        const found = findQuote(after, offset, before.slice(offset, offset + 60));
        const isNear = words
          .slice(at, at + 2)
          .some((word) => Math.abs(after.indexOf(word) - found) < 24);
        expect(isNear, `version ${version}, word ${at}`).to.equal(true);
      }
    }
  });

  it('stays at its offset, within the text, if the quote is gone', () => {
    expect(findQuote(text, 12, 'whale')).to.equal(12);
    expect(findQuote(text, 4000, 'whale')).to.equal(text.length);
  });
});

describe('the start attribute', () => {
  it('names a section, an offset in it, or an element in it', () => {
    const nothing = { chapter: undefined, id: undefined };
    expect(parseStart('12')).to.deep.equal({ ...nothing, section: 12, offset: 0 });
    expect(parseStart('12:340')).to.deep.equal({ ...nothing, section: 12, offset: 340 });
    expect(parseStart(' 3#note-1 ')).to.deep.equal({
      ...nothing,
      section: 3,
      offset: 0,
      id: 'note-1',
    });
  });

  it('names a chapter by its id, regardless of its position in the reading order', () => {
    const chapter = 'ch_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R';
    const start = { section: 0, chapter, offset: 5, id: undefined };
    expect(parseStart(`${chapter}:5`)).to.deep.equal(start);
  });

  it('is null if it is invalid', () => {
    for (const start of ['', 'x', '-1', '1:', '1.5', '12:abc']) {
      expect(parseStart(start), start).to.equal(null);
    }
  });

  it('lands at the element or, if it is missing, at the section’s start', () => {
    const section: Pick<Section, 'ids' | 'tree'> = { ids: { note: 77 }, tree: ['div', {}] };
    const landing = (id: string) => startOffset(section, () => text, { section: 0, offset: 0, id });
    expect(landing('note')).to.equal(77);
    for (const id of ['gone', 'constructor', '__proto__']) expect(landing(id), id).to.equal(0);
  });
});
