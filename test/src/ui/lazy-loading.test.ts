import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { describeLoadFailure, reportLoadFailure } from '../../../src/ui/load-failure.ts';
import { createLazyViews, type ViewModule } from '../../../src/ui/lazy-views.ts';
import { handleRequests } from '../../../src/ui/handle-requests.ts';
import { RetryRequestEvent } from '../../../src/events/request-events.ts';
import { createStore } from '../../../src/state/store.ts';

interface View {
  refresh: () => void;
}

describe('a part that loads on first use', () => {
  it('is requested once while it loads and again after a failure', async () => {
    let requests = 0;
    const answers: ((module: ViewModule<View> | null) => void)[] = [];
    const show = createLazyViews<'part', View>({
      part: () => {
        requests += 1;
        return new Promise((resolve, reject) => {
          answers.push((module) => (module ? resolve(module) : reject(new TypeError('gone'))));
        });
      },
    });
    const outcomes: string[] = [];
    const wait = () =>
      new Promise<void>((resolve) => {
        const record = (what: string) => {
          outcomes.push(what);
          resolve();
        };
        show('part', { refresh: () => record('there') }, () => record('failed'));
      });

    const [first, second] = [wait(), wait()];
    expect(requests).to.equal(1);
    answers[0]?.(null);
    await Promise.all([first, second]);
    expect(outcomes).to.deep.equal(['failed', 'failed']);

    const third = wait();
    expect(requests).to.equal(2);
    answers[1]?.({ elements: {}, render: () => html`` });
    await third;
    expect(outcomes.at(-1)).to.equal('there');
  });

  it('is closed if it fails to load, and opens on a retry', async () => {
    const store = createStore();
    let retried = 0;
    const reader = Object.assign(document.createElement('div'), {
      next: () => true,
      previous: () => true,
      goTo: () => {},
      retry: () => (retried += 1),
    });
    const over = new AbortController();
    handleRequests(reader, store, () => {}, over.signal);
    store.dispatch({ type: 'panel', panel: 'about' });

    const by = {
      drop: { type: 'panel', panel: null },
      again: { type: 'panel', panel: 'about' },
    } as const;
    const offline = () => Promise.reject(new TypeError('no network'));
    await reportLoadFailure(store, new TypeError('gone'), by, offline);
    expect(store.state.panel).to.equal(null);
    expect(store.state.pageFailure?.code).to.equal('offline');

    reader.dispatchEvent(new RetryRequestEvent());
    expect(store.state.panel).to.equal('about');
    expect(store.state.pageFailure).to.equal(null);
    expect(retried).to.equal(0);
    over.abort();
  });

  const gone = 'Failed to fetch dynamically imported module: https://api.example/part-abc.js';
  for (const [outcomes, status, code] of [
    [gone, 404, 'reader_updated'],
    [gone, 200, 'offline'],
    [gone, 503, 'offline'],
    [gone, 429, 'offline'],
    ['Importing a module script failed.', 502, 'offline'],
    ['Importing a module script failed.', 200, 'reader_updated'],
  ] as const) {
    it(`${outcomes.slice(0, 9)}… and a response with ${status} is ${code}`, async () => {
      const requests: string[] = [];
      const answer = async (address: URL | RequestInfo) => {
        requests.push(String(address));
        return new Response(null, { status });
      };
      const failure = await describeLoadFailure(new TypeError(outcomes), 0, answer);
      expect(failure.code).to.equal(code);
      expect(requests).to.have.length(1);
      if (outcomes === gone) expect(requests).to.deep.equal(['https://api.example/part-abc.js']);
    });
  }

  it('is offline after a timeout', async () => {
    const over = new AbortController();
    const silent = (_address: URL | RequestInfo, { signal }: RequestInit = {}) =>
      new Promise<Response>((_answer, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    const outcomes = describeLoadFailure(new TypeError(gone), 0, silent, over.signal);
    over.abort();
    expect((await outcomes).code).to.equal('offline');
  });
});
