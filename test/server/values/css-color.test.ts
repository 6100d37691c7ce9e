import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseCssColor } from '../../../server/values/css-color.ts';

it('a malformed color is not a color and never an error', () => {
  const pieces = [
    'rgb',
    'hsl',
    'oklch',
    'color',
    '(',
    ')',
    '/',
    ',',
    ' ',
    '%',
    '1',
    'none',
    '#',
    'e',
    '-',
    'calc(',
  ];
  let seed = 11;
  for (let round = 0; round < 20_000; round += 1) {
    let text = '';
    for (let length = 0; length < 8; length += 1) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      text += pieces[seed % pieces.length] ?? '';
    }
    assert.doesNotThrow(() => parseCssColor(text), text);
  }
  assert.equal(parseCssColor('rgb(1 2'), undefined);
  assert.equal(parseCssColor('#123456')?.mode, 'rgb');
});
