import { expect } from '@open-wc/testing';
import { createMemory, type TextStorage } from '../../../src/reader/memory.ts';
import { defaultSettings } from '../../../src/reader/settings.ts';

const place = { section: 3, offset: 120, highlight: 'Call me' };

function storage(): TextStorage & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
  };
}

describe('the memory', () => {
  it('keeps one place for each book', () => {
    const kept = storage();
    const memory = createMemory(
      () => kept,
      () => 5000,
    );
    memory.keepPlace('bk_a', place);
    memory.keepPlace('bk_b', { ...place, section: 9 });
    expect(memory.place('bk_a')).to.deep.equal({ ...place, atMs: 5000 });
    expect(memory.place('bk_b')?.section).to.equal(9);
    expect(memory.place('bk_c')).to.equal(null);
  });

  it('knows for itself alone while it has no storage', () => {
    const memory = createMemory(
      () => null,
      () => 5000,
    );
    memory.keepPlace('bk_a', place);
    expect(memory.place('bk_a')).to.deep.equal({ ...place, atMs: 5000 });
    expect(createMemory(() => null).place('bk_a')).to.equal(null);
  });

  it('survives a storage that throws, as in private windows', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const memory = createMemory(() => ({ getItem: refuse, setItem: refuse }));
    memory.keepPlace('bk_a', place);
    memory.keepSettings(defaultSettings);
    expect(memory.place('bk_a')).to.include(place);
    expect(memory.settings()).to.deep.equal({});
    expect(createMemory(refuse).place('bk_a')).to.equal(null);
  });

  it('ignores what somebody else wrote under its names', () => {
    const kept = storage();
    const memory = createMemory(() => kept);
    for (const value of [
      '{',
      '1',
      'null',
      '{"section":-1,"offset":0,"highlight":""}',
      '{"section":"1"}',
    ]) {
      kept.entries.set('svc-reader:place:bk_a', value);
      expect(memory.place('bk_a'), value).to.equal(null);
    }
    kept.entries.set('svc-reader:settings', '{"fontScale":99,"theme":"pink","columns":"one"}');
    expect(memory.settings()).to.deep.equal({ columns: 'one' });
  });
});
