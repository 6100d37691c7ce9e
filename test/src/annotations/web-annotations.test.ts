import { expect } from '@open-wc/testing';
import { anything, assert, property } from 'fast-check';
import {
  readAnnotationSet,
  toAnnotationSet,
  newerAnnotations,
} from '../../../src/annotations/annotation-set.ts';
import {
  toWebAnnotation,
  maxNoteLength,
  readWebAnnotation,
} from '../../../src/annotations/web-annotation.ts';
import { newAnnotationId, bookmarkLabel } from '../../../src/annotations/annotation.ts';
import { annotationsToMarkdown } from '../../../src/annotations/annotations-to-markdown.ts';
import { createAnnotation } from '../fixtures/annotation.ts';

const nowIso = '2026-05-05T05:05:05.000Z';
const book = { id: 'bk_1', title: 'A [book]', language: 'en' };
const read = (value: unknown) => readAnnotationSet(JSON.stringify(value), nowIso);

describe('annotations as Web Annotations', () => {
  it('round-trip without changes', () => {
    const bookmark = createAnnotation({ id: 'urn:x', kind: 'bookmark', note: '', chapter: 'ch_1' });
    const set = toAnnotationSet([createAnnotation(), bookmark], { id: 'urn:uuid:1', nowIso, book });
    expect(read(set)).to.deep.equal([createAnnotation(), bookmark]);
  });

  it('contain the quote, the position and the document path', () => {
    const { target, motivation, body } = toWebAnnotation(createAnnotation());
    expect(motivation).to.equal('highlighting');
    expect(target.source).to.equal('OPS/one.xhtml');
    expect(target.selector[0]).to.deep.equal({
      type: 'TextQuoteSelector',
      exact: 'harbour lay quiet',
      prefix: 'The ',
      suffix: ' under a sky',
    });
    expect(target.selector[1]).to.deep.equal({ type: 'TextPositionSelector', start: 4, end: 21 });
    expect(body.value).to.equal('Why quiet?');
  });

  it('are read from collections, pages and arrays', () => {
    const items = [toWebAnnotation(createAnnotation())];
    for (const value of [
      items,
      { type: 'AnnotationPage', items },
      { type: 'AnnotationCollection', first: { type: 'AnnotationPage', items } },
    ]) {
      expect(read(value)).to.deep.equal([createAnnotation()]);
    }
  });

  it('are read from other programs with the fields they provide', () => {
    const foreign = {
      type: 'Annotation',
      id: 'https://example.org/1',
      body: [{ type: 'TextualBody', value: 'Ah' }],
      target: {
        source: 'a.xhtml',
        selector: { type: 'TextQuoteSelector', exact: 'words' },
      },
    };
    const annotation = readWebAnnotation(foreign, nowIso);
    expect(annotation?.note).to.equal('Ah');
    expect(annotation?.quote).to.deep.equal({ exact: 'words', prefix: '', suffix: '' });
    expect(annotation?.createdAt).to.equal(nowIso);
  });

  it('are rejected if invalid, and truncated if too long', () => {
    for (const value of [
      null,
      1,
      '',
      {},
      { items: 'x' },
      { items: [1] },
      { first: { first: {} } },
    ]) {
      expect(read(value)).to.equal(null);
    }
    expect(readAnnotationSet('{"items":', nowIso)).to.equal(null);
    const long = toWebAnnotation(createAnnotation({ note: `\u202e\u0000${'n'.repeat(90_000)}` }));
    expect(readWebAnnotation(long, nowIso)?.note.length).to.be.at.most(maxNoteLength);
    expect(readWebAnnotation(long, nowIso)?.note).to.match(/^n+$/);
    const many = Array.from({ length: 10_050 }, (_, at) =>
      toWebAnnotation(createAnnotation({ id: `urn:${at}` })),
    );
    expect(read(many)?.length).to.equal(10_000);
  });

  it('never throw while reading arbitrary values', () => {
    const { target } = toWebAnnotation(createAnnotation());
    assert(
      property(anything(), anything(), anything(), (body, selector, meta) => {
        const value = {
          type: 'Annotation',
          id: 'urn:x',
          body,
          target: { ...target, selector, meta },
        };
        const annotation = readWebAnnotation(value, nowIso);
        if (!annotation) return;
        expect(readWebAnnotation(toWebAnnotation(annotation), nowIso)).to.deep.equal(annotation);
      }),
    );
  });

  it('are merged without duplicates by id or content, keeping the more recent version', () => {
    const known = createAnnotation();
    const copy = createAnnotation({ id: 'urn:other' });
    const newer = createAnnotation({ note: 'Ah!', updatedAt: '2026-02-01T00:00:00.000Z' });
    const older = createAnnotation({ note: 'Oh!', updatedAt: '2025-02-01T00:00:00.000Z' });
    const more = createAnnotation({ id: 'urn:more', note: 'Other' });
    expect(newerAnnotations([known], [copy, older])).to.deep.equal([]);
    expect(newerAnnotations([known], [newer, more, more])).to.deep.equal([newer, more]);
  });

  it('have unique ids', () => {
    const id = newAnnotationId((bytes) => bytes.fill(0xff));
    expect(id).to.equal('urn:uuid:ffffffff-ffff-4fff-bfff-ffffffffffff');
  });
});

describe('bookmark label', () => {
  it('consists of whole words and stops at the end of the text', () => {
    const wind = 'The landlord of the inn at the sign of ';
    const cut = { exact: `${wind}“The Trumpeters Ho`, prefix: '', suffix: 'rn” is old.' };
    expect(bookmarkLabel(cut)).to.equal(`${wind}“The Trumpeters…`);
    expect(bookmarkLabel({ ...cut, exact: `${wind}“Th` })).to.equal(`${wind.trim()}…`);
    expect(bookmarkLabel({ exact: 'At sea, he', prefix: '', suffix: 'ld fast' })).to.equal(
      'At sea…',
    );
    const quote = { exact: '“There is the harbour!” sa', prefix: '', suffix: 'id he' };
    expect(bookmarkLabel(quote)).to.equal('“There is the harbour!”');
    const whole = { exact: 'The end\n of it. ', prefix: '', suffix: '' };
    expect(bookmarkLabel(whole)).to.equal('The end of it.');
    const long = { exact: 'x'.repeat(60), prefix: '', suffix: 'x' };
    expect(bookmarkLabel(long)).to.equal(`${'x'.repeat(60)}…`);
  });

  it('is cut between words in languages without spaces', () => {
    const exact = '山路を登りながらこう考えた東';
    expect(bookmarkLabel({ exact, prefix: '', suffix: '京都' })).to.match(
      /^山路を登りながらこう考えた?…$/,
    );
  });
});

describe('annotations as Markdown', () => {
  it('are grouped by chapter in reading order, with all markup escaped', () => {
    const annotations = [
      createAnnotation({
        section: 3,
        heading: 'Two',
        quote: { exact: '# one\ntwo *three*', prefix: '', suffix: '' },
      }),
      createAnnotation({ note: '1. First\n- second' }),
      createAnnotation({ kind: 'bookmark', note: '', start: 90 }),
    ];
    const labels = { bookmark: 'Bookmark', date: (iso: string) => iso.slice(0, 10) };
    expect(annotationsToMarkdown(annotations, book.title, labels)).to.equal(
      `# A \\[book\\]

## The harbour

> harbour lay quiet

1\\. First

\\- second

*2026-01-02*

> Bookmark: harbour lay quiet…

*2026-01-02*

## Two

> \\# one
>
> two \\*three\\*

Why quiet?

*2026-01-02*
`,
    );
  });
});
