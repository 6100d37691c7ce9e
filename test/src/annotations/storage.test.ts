import { expect } from '@open-wc/testing';
import { toWebAnnotation } from '../../../src/annotations/web-annotation.ts';
import { openIndexedDbStore, type MarkStore } from '../../../src/annotations/annotation-store.ts';
import {
  pendingWriteStorage,
  WriteQueue,
  type PendingWrite,
} from '../../../src/annotations/write-queue.ts';
import { createAnnotation } from '../fixtures/annotation.ts';

const annotation = toWebAnnotation(createAnnotation());
const other = toWebAnnotation(createAnnotation({ id: 'urn:other' }));

describe('IndexedDB annotation store', () => {
  const name = `test-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  after(() => void indexedDB.deleteDatabase(name));

  it('stores annotations by book and id', async () => {
    const store = await openIndexedDbStore(name);
    await store.put(annotation, 'one');
    await store.put(other, 'one');
    await store.put(other, 'two');
    await store.put({ ...annotation, modified: '2027-01-01T00:00:00.000Z' }, 'one');
    await store.remove('urn:other', 'one');
    await store.remove('urn:nothing', 'one');
    const again = await openIndexedDbStore(name);
    expect(await again.load('one')).to.deep.equal([
      { ...annotation, modified: '2027-01-01T00:00:00.000Z' },
    ]);
    expect(await again.load('two')).to.deep.equal([other]);
  });
});

/** A store whose server can be made to fail. */
function failingStore() {
  const stored = new Map<string, unknown>();
  const server = { stored, status: 200 };
  const answer = async (change: () => unknown) => {
    if (server.status === 0) throw new TypeError('offline');
    if (server.status === 200) change();
    return new Response(null, { status: server.status });
  };
  const store: MarkStore = {
    load: async () => [...stored.values()],
    put: (one) => answer(() => stored.set(one.id, one)),
    remove: (id) => answer(() => stored.delete(id)),
  };
  return { server, store };
}

function steady(store: MarkStore, pending: PendingWrite[] = []) {
  const reports: boolean[] = [];
  const calls: { call: () => void; ms: number }[] = [];
  let stored: readonly PendingWrite[] = pending;
  const writes = new WriteQueue({
    store,
    bookId: 'one',
    pending,
    savePending: (list) => (stored = list),
    onWaiting: (isWaiting) => reports.push(isWaiting),
    schedule: (call, ms) => calls.push({ call, ms }),
  });
  return { writes, reports, calls, stored: () => stored };
}

describe('WriteQueue', () => {
  it('retries any failed write with increasing delays', async () => {
    const { server, store } = failingStore();
    const { writes, reports, calls, stored } = steady(store);
    server.status = 0;
    writes.write([{ id: annotation.id, annotation }]);
    await writes.flush();
    await new Promise((resolve) => setTimeout(resolve));
    expect(reports).to.deep.equal([true]);
    server.status = 503;
    await writes.flush();
    expect(stored()).to.deep.equal([{ id: annotation.id, annotation }]);
    expect(calls.map(({ ms }) => ms)).to.deep.equal([2000, 4000]);

    server.status = 200;
    await writes.flush();
    expect(server.stored.get(annotation.id)).to.equal(annotation);
    expect(reports.at(-1)).to.equal(false);
    expect(stored()).to.deep.equal([]);
  });

  it('stores the latest state of each annotation and the changes from an earlier visit', async () => {
    const { server, store } = failingStore();
    server.stored.set('urn:other', other);
    const { writes } = steady(store, [{ id: 'urn:other', annotation: null }]);
    server.status = 0;
    writes.write([{ id: annotation.id, annotation }]);
    writes.write([{ id: annotation.id, annotation: { ...annotation, modified: 'later' } }]);
    await new Promise((resolve) => setTimeout(resolve));
    server.status = 200;
    await writes.flush();
    expect([...server.stored]).to.deep.equal([
      [annotation.id, { ...annotation, modified: 'later' }],
    ]);
  });

  it('keeps pending changes across visits if allowed, and validates them when reading', () => {
    const stored = new Map<string, string>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    };
    const pending = [
      { id: annotation.id, annotation },
      { id: 'urn:gone', annotation: null },
    ];
    pendingWriteStorage('one', () => null).save(pending);
    expect(stored.size).to.equal(0);
    pendingWriteStorage('one', () => storage).save(pending);
    expect(pendingWriteStorage('one', () => storage).read('')).to.deep.equal(pending);
    expect(pendingWriteStorage('two', () => storage).read('')).to.deep.equal([]);
    stored.set('svc-reader:marks:one', '[1,{"id":"x","annotation":{}},{"id":2}]');
    expect(pendingWriteStorage('one', () => storage).read('')).to.deep.equal([]);
    pendingWriteStorage('one', () => storage).save([]);
    expect(stored.size).to.equal(0);
  });
});
