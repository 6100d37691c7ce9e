import { expect } from '@open-wc/testing';
import { createReaderStorage, type TextStorage } from '../../../src/state/reader-storage.ts';
import { defaultSettings } from '../../../src/state/settings.ts';

const place = { section: 3, offset: 120, highlight: 'Call me' };

function storage(): TextStorage & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
  };
}

describe('the reader storage', () => {
  it('keeps one position for each book', () => {
    const kept = storage();
    const memory = createReaderStorage(
      () => kept,
      () => 5000,
    );
    memory.deferPosition('bk_a', place);
    expect(memory.position('bk_a')).to.equal(null);
    memory.flush();
    memory.deferPosition('bk_b', { ...place, section: 9 });
    memory.flush();
    expect(memory.position('bk_a')).to.deep.equal({ ...place, atMs: 5000 });
    expect(memory.position('bk_b')?.section).to.equal(9);
    expect(memory.position('bk_c')).to.equal(null);
  });

  it('keeps the share of a position without text', () => {
    const kept = storage();
    const memory = createReaderStorage(() => kept);
    memory.deferPosition('bk_a', { ...place, share: 0.25 });
    memory.flush();
    expect(createReaderStorage(() => kept).position('bk_a')?.share).to.equal(0.25);
  });

  it('keeps positions in memory while it has no storage', () => {
    const memory = createReaderStorage(
      () => null,
      () => 5000,
    );
    memory.deferPosition('bk_a', place);
    memory.flush();
    expect(memory.position('bk_a')).to.deep.equal({ ...place, atMs: 5000 });
    expect(createReaderStorage(() => null).position('bk_a')).to.equal(null);
  });

  it('works with storage that throws, as in private windows', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const memory = createReaderStorage(() => ({ getItem: refuse, setItem: refuse }));
    memory.deferPosition('bk_a', place);
    memory.flush();
    memory.saveSettings(defaultSettings);
    expect(memory.position('bk_a')).to.include(place);
    expect(memory.settings()).to.deep.equal({});
    expect(createReaderStorage(refuse).position('bk_a')).to.equal(null);
  });

  it('ignores invalid values written by other scripts', () => {
    const kept = storage();
    const memory = createReaderStorage(() => kept);
    for (const value of [
      '{',
      '1',
      'null',
      '{"section":-1,"offset":0,"highlight":""}',
      '{"section":"1"}',
    ]) {
      kept.entries.set('svc-reader:place:bk_a', value);
      expect(memory.position('bk_a'), value).to.equal(null);
    }
    kept.entries.set('svc-reader:settings', '{"fontScale":99,"theme":"pink","columns":"one"}');
    expect(memory.settings()).to.deep.equal({ columns: 'one' });
  });
});
