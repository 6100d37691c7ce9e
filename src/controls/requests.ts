import { readSettings } from '../reader/settings.ts';
import type { ReaderStore } from '../reader/store.ts';

/** What a reader does when it is asked. */
export interface AskedReader extends HTMLElement {
  next(): boolean;
  previous(): boolean;
  goTo(target: { section: number; offset: number } | number): void;
  retry(): void;
}

const answering = new WeakSet<AbortSignal>();

/**
 * Answers the requests of the reader’s own controls, and of a page that has controls of its own, until
 * the signal is raised; once for each signal.
 */
export function answerRequests(
  reader: AskedReader,
  { dispatch }: ReaderStore,
  signal: AbortSignal,
): void {
  if (answering.has(signal)) return;
  answering.add(signal);
  const on: HTMLElement['addEventListener'] = (type: string, heard: EventListener) =>
    reader.addEventListener(type, heard, { signal });
  on('svc-turn-request', ({ step }) => void (step > 0 ? reader.next() : reader.previous()));
  on('svc-seek-request', ({ fraction }) => reader.goTo(fraction));
  on('svc-go-to-request', ({ section, offset }) => reader.goTo({ section, offset }));
  on('svc-retry-request', () => reader.retry());
  on('svc-panel-request', ({ panel }) => dispatch({ type: 'panel', panel }));
  on('svc-settings-request', ({ settings }) =>
    dispatch({ type: 'set', settings: readSettings(settings) }),
  );
}
