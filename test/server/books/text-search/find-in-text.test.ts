import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tree } from '../../../../server/epub/contract.ts';
import {
  findInText,
  type SearchableSection,
  buildSnippet,
} from '../../../../server/books/text-search/find-in-text.ts';
import { foldSection } from '../../../../server/books/text-search/folded-text.ts';
import { extractSectionText } from '../../../../server/books/text-search/section-text.ts';

function section(...children: Tree[]): SearchableSection {
  const text = extractSectionText(['div', {}, ...children]);
  return { ...text, folded: foldSection(text) };
}

const p = (...children: Tree[]): Tree => ['p', {}, ...children];

/** The matches in their original spelling. */
function found(query: string, ...sections: SearchableSection[]): string[] {
  const { matches, total } = findInText(sections, query, { after: null, limit: 1000 });
  assert.equal(matches.length, total);
  return matches.map(({ section: index, offset, length }) =>
    (sections[index]?.text ?? '').slice(offset, offset + length),
  );
}

describe('text search', () => {
  it('ignores case and accents, whether composed or not, and returns the original spelling', () => {
    const text = section(p('Die STRASSE nach Süden. Die Straße nach Su\u0308den, cafe\u0301s.'));
    assert.deepEqual(found('strasse', text), ['STRASSE', 'Straße']);
    assert.deepEqual(found('s', section(p('Straße'))), ['S', 'ß']);
    assert.deepEqual(found('süden', text), ['Süden', 'Su\u0308den']);
    assert.deepEqual(found('cafe', text), ['cafe\u0301']);
    assert.deepEqual(found('ΟΔΟΣ', section(p('η οδός'))), ['οδός']);
  });

  it('ignores differences in quotes, dashes, apostrophes, soft hyphens and line breaks', () => {
    const text = section(
      p('“I don’t,” he\n   said — twenty\u2010one un\u00adbe\u00adliev\u00adable ﬁsh'),
    );
    assert.deepEqual(found('"I dont," he said - ', text), ['“I don’t,” he\n   said —']);
    assert.deepEqual(found("don't", text), ['don’t']);
    assert.deepEqual(found('twenty-one', text), ['twenty\u2010one']);
    assert.deepEqual(found('unbelievable', text), ['un\u00adbe\u00adliev\u00adable']);
    assert.deepEqual(found('ish', text), ['ﬁsh']);
  });

  it('finds Chinese, Japanese and Korean text, text with ruby, and characters beyond the BMP', () => {
    const ruby: Tree = ['ruby', {}, '東', ['rt', {}, 'とう'], '京', ['rt', {}, 'きょう']];
    assert.deepEqual(found('東京タワー', section(p(ruby, 'タワー'))), ['東とう京きょうタワー']);
    assert.deepEqual(found('漢字', section(p('常用漢字と漢字'))), ['漢字', '漢字']);
    assert.deepEqual(found('한글', section(p('한글 '.normalize('NFD')))), [
      '한글'.normalize('NFD'),
    ]);
    assert.deepEqual(found('𠮷', section(p('a𠮷野家'))), ['𠮷']);
    assert.deepEqual(found('が', section(p('か\u3099か'))), ['か\u3099']);
  });

  it('finds matches across inline elements but not across paragraphs', () => {
    const text = section(
      p('one'),
      p('two ', ['em', {}, 'thr'], 'ee'),
      p('four', ['br', {}], 'five'),
    );
    assert.deepEqual(found('onetwo', text), []);
    assert.deepEqual(found('one two', text), []);
    assert.deepEqual(found('two three', text), ['two three']);
    assert.deepEqual(found('fourfive', text), []);
  });

  it('finds nothing for an empty query', () => {
    assert.deepEqual(found("'", section(p('it’s'))), []);
    assert.deepEqual(found('x'), []);
  });

  it('counts every match and continues after the last match of the previous page', () => {
    const sections = [section(p('a b a')), section(p('none')), section(p('A a'))];
    const first = findInText(sections, 'a', { after: null, limit: 3 });
    const rest = findInText(sections, 'a', { after: first.matches.at(-1) ?? null, limit: 3 });
    assert.equal(first.total, 4);
    assert.deepEqual(
      [...first.matches, ...rest.matches],
      [
        { section: 0, offset: 0, length: 1 },
        { section: 0, offset: 4, length: 1 },
        { section: 2, offset: 0, length: 1 },
        { section: 2, offset: 2, length: 1 },
      ],
    );
  });

  it('shows the text around a match in its paragraph, cut between words', () => {
    const text = section(
      p('Before.'),
      p(`${'long '.repeat(30)}the\n  Match ${'tail '.repeat(30)}`),
    );
    const [match] = findInText([text], 'match', { after: null, limit: 1 }).matches;
    assert.ok(match);
    const { before, match: shown, after } = buildSnippet(text, match);
    assert.equal(shown, 'Match');
    assert.match(before, /^(long ){10,16}the $/);
    assert.match(after, /^( tail){10,16}$/);
    const [short] = findInText([text], 'fore', { after: null, limit: 1 }).matches;
    assert.ok(short);
    assert.deepEqual(buildSnippet(text, short), { before: 'Be', match: 'fore', after: '.' });
  });

  it('omits ruby readings and their parentheses from snippets', () => {
    const open: Tree = ['rp', {}, '('];
    const close: Tree = ['rp', {}, ')'];
    const ruby: Tree = ['ruby', {}, '山路', open, ['rt', {}, 'やまみち'], close];
    const text = section(p('その', ruby, 'を登りながら'));
    const snippets = ['山', '山路を', '登り'].map((query) => {
      const [match] = findInText([text], query, { after: null, limit: 1 }).matches;
      assert.ok(match);
      return buildSnippet(text, match);
    });
    assert.deepEqual(snippets, [
      { before: 'その', match: '山', after: '路を登りながら' },
      { before: 'その', match: '山路を', after: '登りながら' },
      { before: 'その山路を', match: '登り', after: 'ながら' },
    ]);
  });

  it('finds a word at any position in a sentence', () => {
    const words = ['Ein', 'ﬂüchtiger', 'Ärger', '–', 'naïve', 'İstanbul', 'ŒUVRE', '北京', 'don’t'];
    for (let round = 0; round < words.length; round += 1) {
      const rotated = [...words.slice(round), ...words.slice(0, round)];
      for (const word of words)
        assert.deepEqual(found(word, section(p(rotated.join(' ')))), [word]);
    }
  });
});
