import { expect } from '@open-wc/testing';
import { keyAction } from '../../../../src/rendition/input/key-action.ts';
import { tapZone } from '../../../../src/rendition/input/listen-for-taps.ts';

const none = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const move = (key: string, isNextLeft = false, more = {}) =>
  keyAction({ ...none, key, ...more }, isNextLeft);

describe('keyAction', () => {
  it('maps left and right by page progression', () => {
    expect(move('ArrowRight')).to.equal('next');
    expect(move('ArrowLeft')).to.equal('previous');
    expect(move('ArrowRight', true)).to.equal('previous');
    expect(move('ArrowLeft', true)).to.equal('next');
  });

  it('maps space, arrow down and page down to the next page in any direction', () => {
    for (const key of [' ', 'ArrowDown', 'PageDown']) expect(move(key, true), key).to.equal('next');
    for (const key of ['ArrowUp', 'PageUp']) expect(move(key, true), key).to.equal('previous');
    expect(move(' ', false, { shiftKey: true })).to.equal('previous');
  });

  it('maps Home and End to the chapter, and with Ctrl or Command to the book', () => {
    expect(move('Home')).to.equal('first');
    expect(move('End')).to.equal('last');
    expect(move('Home', false, { ctrlKey: true })).to.equal('book-start');
    expect(move('End', false, { metaKey: true })).to.equal('book-end');
  });

  it('ignores keys used by the browser and for text selection', () => {
    expect(move('ArrowLeft', false, { altKey: true })).to.equal(null);
    expect(move('ArrowRight', false, { shiftKey: true })).to.equal(null);
    expect(move('f', false, { ctrlKey: true })).to.equal(null);
    expect(move('Tab')).to.equal(null);
  });
});

describe('tapZone', () => {
  it('makes each side a quarter of the page wide, but at least a thumb’s width', () => {
    expect(tapZone(99, 400)).to.equal('left');
    expect(tapZone(101, 400)).to.equal('middle');
    expect(tapZone(301, 400)).to.equal('right');
    expect(tapZone(47, 120)).to.equal('left');
    expect(tapZone(60, 120)).to.equal('middle');
  });
});
