import { expect } from '@open-wc/testing';
import {
  GoToRequestEvent,
  ListenRequestEvent,
  PanelRequestEvent,
  SeekRequestEvent,
  SettingsRequestEvent,
  TurnRequestEvent,
} from '../../../src/events/request-events.ts';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { nextEvent, open as openReader, waitUntil } from '../fixtures/reader.ts';

/** A reader that has started to check requests, which happens when the browser is idle. */
async function open(options: Parameters<typeof openReader>[0] = {}): Promise<SvcReader> {
  const reader = await openReader(options);
  await waitUntil(
    () => warningsFor(reader, request('svc-turn-request', { step: 0 })).length > 0,
    'the checks',
  );
  return reader;
}

/** An event with the properties that a script of the page could give it. */
const request = (type: string, properties: object) =>
  Object.assign(new Event(type, { bubbles: true, composed: true }), properties);

function warningsFor(reader: SvcReader, event: Event): string[] {
  const warnings: string[] = [];
  const { warn } = console;
  console.warn = (text: string) => warnings.push(text);
  reader.dispatchEvent(event);
  console.warn = warn;
  return warnings;
}

const invalid: readonly [Event, string][] = [
  [
    request('svc-turn-request', { step: 5 }),
    '<svc-reader> ignored svc-turn-request. "step" must be 1 or -1, got 5.',
  ],
  [request('svc-turn-request', {}), '"step" must be 1 or -1, got undefined.'],
  [new SeekRequestEvent(1.2), '"fraction" must be between 0 and 1, got 1.2.'],
  [new SeekRequestEvent(Number.NaN), '"fraction" must be between 0 and 1, got NaN.'],
  [new GoToRequestEvent(99, 0), '"section" must be between 0 and 3, got 99.'],
  [new GoToRequestEvent(0.5, 0), '"section" must be an integer, got 0.5.'],
  [new GoToRequestEvent(1, -4), '"offset" must be a number of at least 0, got -4.'],
  [
    request('svc-panel-request', { panel: 'toc' }),
    '"panel" must be the name of a panel, or null, got "toc".',
  ],
  [new PanelRequestEvent('sample-end'), 'The book has no sample end.'],
  [
    request('svc-search-request', { request: 'whale' }),
    '"request" must be an object, got "whale".',
  ],
  [
    request('svc-search-request', { request: { type: 'find', query: 3 } }),
    '"request.query" must be a string, got 3.',
  ],
  [
    request('svc-listen-request', { request: { type: 'play' } }),
    '"request.type" must be "start", ',
  ],
  [
    request('svc-mark-request', { request: { type: 'paint' } }),
    '"request.type" must be "highlight", ',
  ],
  [request('svc-settings-request', {}), '"settings" must be an object, got undefined.'],
  [request('svc-settings-request', { settings: { size: 2 } }), 'There is no setting "size".'],
  [new SettingsRequestEvent({ fontScale: 3 }), '"fontScale" must be 0.7, 0.8, '],
];

describe('an invalid request', () => {
  for (const [event, warning] of invalid) {
    it(`has no effect and is reported on the console: ${warning}`, async () => {
      const reader = await open({ start: '1:600' });
      const before = reader.locator?.locations;
      const warnings = warningsFor(reader, event);
      expect(warnings).to.have.length(1);
      expect(warnings[0]).to.contain(warning);
      expect(reader.locator?.locations).to.deep.equal(before);
    });
  }

  it('keeps the valid settings beside an invalid one', async () => {
    const reader = await open();
    const changed = nextEvent(reader, 'svc-settings-change');
    const settings = { fontScale: 1.25, columns: 'three' };
    expect(warningsFor(reader, request('svc-settings-request', { settings }))).to.have.length(1);
    expect((await changed).settings.fontScale).to.equal(1.25);
  });
});

it('a valid request is not reported', async () => {
  const reader = await open();
  for (const event of [
    new TurnRequestEvent(1),
    new SeekRequestEvent(0.5),
    new GoToRequestEvent(0, 0),
    new PanelRequestEvent('contents'),
    new PanelRequestEvent(null),
    new SettingsRequestEvent({ fontScale: 1.1, theme: null }),
    new ListenRequestEvent({ type: 'rate', rate: 1 }),
  ]) {
    expect(warningsFor(reader, event), event.type).to.deep.equal([]);
  }
});
