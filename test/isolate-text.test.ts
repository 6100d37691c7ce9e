import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assert as check, boolean, constantFrom, property, string } from 'fast-check';
import { isolateText } from '../shared/isolate-text.ts';

it('values are isolated from text of the other direction, and plain ones stay as they are', () => {
  assert.equal(isolateText('Acme & Co', false), 'Acme & Co');
  assert.equal(isolateText('Acme', true), '\u2068Acme\u2069');
  assert.equal(isolateText('ספרים', false), '\u2068ספרים\u2069');
  assert.equal(isolateText('نامه', false), '\u2068نامه\u2069');
  assert.equal(isolateText('a\u202eb\u2069c', false), 'abc');
});

it('no value ends its isolate or leaves another one open', () => {
  const unit = constantFrom('a', 'ב', ' ', '\u202a', '\u202c', '\u202e', '\u2066', '\u2069');
  check(
    property(string({ unit }), boolean(), (value, isRightToLeft) => {
      const controls = isolateText(value, isRightToLeft).match(/[\u202a-\u202e\u2066-\u2069]/g);
      assert.ok([null, '\u2068\u2069'].includes(controls && controls.join('')));
    }),
  );
});
