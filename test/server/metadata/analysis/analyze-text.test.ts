import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyzeText } from '../../../../server/metadata/analysis/analyze-text.ts';
import { compileFixture } from '../../epub/fixtures/compile-fixture.ts';

const now = new Date('2026-11-21T12:00:00Z');
const german =
  'Am Morgen war es still im Haus, und niemand hatte bemerkt, dass der Brief verschwunden ' +
  'war. Erst gegen Mittag, als der alte Gärtner mit erdigen Händen in die Küche trat und ' +
  'nach seinem Schlüssel fragte, fiel der Köchin ein, wen sie in der Nacht auf der Treppe ' +
  'gesehen hatte. Sie schwieg zunächst, denn sie wusste wohl, dass man ihr nicht glauben ' +
  'würde. Doch am Abend, während draußen der Regen gegen die Scheiben schlug, erzählte sie ' +
  'alles dem Jungen, der am Ofen saß und seine Schuhe trocknete. ';
const chapters = [{ body: `<h1>Eins</h1><p>${german.repeat(5)}</p>` }];

describe('the analysis of a book', () => {
  it('detects a missing language with a confidence', async () => {
    const withoutLanguage = chapters.map((chapter) => ({ ...chapter, htmlAttributes: '' }));
    const book = await compileFixture({ metadata: { language: '' }, chapters: withoutLanguage });

    const { values, provenance } = analyzeText(book, now);

    assert.deepEqual(values.languages, ['de']);
    assert.equal(values.languageOfText, null);
    const { source, fetchedAt, confidence = 0 } = provenance['languages'] ?? {};
    assert.equal(source, 'text');
    assert.equal(fetchedAt, now.toISOString());
    assert.ok(confidence > 0.5 && confidence <= 1);
  });

  it('keeps the package’s language and reports a different language of the text', async () => {
    const book = await compileFixture({ metadata: { language: 'fr-CA' }, chapters });

    const { values, provenance } = analyzeText(book, now);

    assert.deepEqual(values.languages, ['fr-CA']);
    assert.equal(values.languageOfText, 'de');
    assert.equal(provenance['languages'], undefined);
    assert.equal(provenance['languageOfText']?.source, 'text');
  });

  it('reports no language if both agree', async () => {
    const book = await compileFixture({ metadata: { language: 'de-AT' }, chapters });

    const { values, wordCount } = analyzeText(book, now);

    assert.deepEqual(values.languages, ['de-AT']);
    assert.equal(values.languageOfText, null);
    assert.equal(wordCount, 1 + 5 * 86);
    assert.equal(values.readingMinutes, 2);
    assert.ok(values.readability);
  });
});
