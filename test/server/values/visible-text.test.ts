import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { array, assert as check, constantFrom, oneof, property, string } from 'fast-check';
import {
  nameText,
  optionalNameText,
  toName,
  visibleId,
} from '../../../server/values/visible-text.ts';

const accepts = (schema: ReturnType<typeof nameText>, text: string) =>
  schema.safeParse(text).success;

const names = [
  'Hollis & Wren',
  'نامه‌های تازه',
  'क्‍ष',
  'ספרים (2)\u200f!',
  '\u200eC++',
  '北京書店',
  '👩‍💻 Reads',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Books',
  'Nguyễn',
  '<b>&amp;"\'',
];

const hidden = [
  '\u0000',
  '\u001b',
  '\u00ad',
  '\u200b',
  '\u2060',
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2069',
  '\ue000',
  '\ufffe',
  '\ud83d',
  '\u{e0041}',
  '\u{f0000}',
];

describe('names', () => {
  it('can be in any script, with joiners, directional marks and emoji', () => {
    for (const name of names) {
      assert.equal(nameText(100).parse(name), name.normalize('NFC'), name);
      assert.equal(visibleId(100).parse(name), name);
    }
  });

  it('have no characters that are invisible or change the direction of other text', () => {
    for (const one of hidden) {
      const code = one.codePointAt(0)?.toString(16);
      assert.ok(!accepts(nameText(100), `A${one}b`), code);
      assert.ok(!accepts(optionalNameText(100), `A${one}b`), code);
      assert.ok(!visibleId(100).safeParse(`A${one}b`).success, code);
    }
  });

  it('show at least one character', () => {
    for (const text of ['', ' ', '\u200d', '\u200f', '\u3164', '\u2800', '\u0301', '\ufe0f'])
      assert.ok(!accepts(nameText(100), text), JSON.stringify(text));
    assert.equal(optionalNameText(100).parse(' \n '), '');
  });

  it('are on one line, without repeated spaces', () => {
    assert.equal(nameText(100).parse(' A\u00a0\n\t B\u3000c '), 'A B c');
    assert.equal(nameText(100).parse('\u2068ספרים\u2069 '), 'ספרים');
  });

  it('made from any text follow the rule or are empty', () => {
    const unit = oneof(constantFrom(...hidden, ...names, ' '), string({ unit: 'binary' }));
    check(
      property(array(unit, { maxLength: 8 }), (parts) => {
        const name = toName(parts.join(''), 60);
        assert.ok(name === '' || accepts(nameText(60), name), JSON.stringify(name));
      }),
    );
    assert.equal(toName('Ada\u202e Lovelace\r\n', 60), 'Ada Lovelace');
    assert.equal(toName('🏴󠁧󠁢󠁥󠁮󠁧󠁿 Books', 60), '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Books');
  });
});
