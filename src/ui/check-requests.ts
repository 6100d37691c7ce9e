import { settingChoices } from '../state/settings.ts';
import type { ReaderStore } from '../state/store.ts';
import { knownPanels } from './panels/known-panels.ts';

/** Returns a description of the error in a request, or null if the request is valid. */
type Check = (event: Event, store: ReaderStore) => string | null;

const searchTypes = ['find', 'go', 'step', 'more', 'leave', 'retry'];
const listenTypes = [
  'start',
  'stop',
  'toggle',
  'step',
  'escape',
  'skip-asides',
  'rate',
  'voice',
  'return',
];
const markTypes = [
  'highlight',
  'note',
  'change',
  'delete',
  'undo',
  'go',
  'copy',
  'share',
  'picture',
  'action',
  'find',
  'export',
  'import',
  'reload',
];

/** Checks by event type. Requests without properties cannot be invalid. */
const checks: Readonly<Record<string, Check>> = {
  'svc-turn-request': (event) => oneOf(event, 'step', [1, -1]),
  'svc-seek-request': (event) => numberIn(event, 'fraction', 0, 1),
  'svc-go-to-request': (event, { state }) => {
    const last = (state.book?.order.length ?? Infinity) - 1;
    const { section } = propertiesOf(event);
    if (!Number.isInteger(section)) return problem('section', 'must be an integer', section);
    return numberIn(event, 'section', 0, last) ?? numberIn(event, 'offset', 0, Infinity);
  },
  'svc-panel-request': (event, { state }) => {
    const { panel } = propertiesOf(event);
    if (panel === null) return null;
    if (panel === 'sample-end') {
      return state.book && !state.book.end ? 'The book has no sample end.' : null;
    }
    const isKnown = knownPanels.some((one) => one === panel);
    return isKnown ? null : problem('panel', 'must be the name of a panel, or null', panel);
  },
  'svc-search-request': (event) => requestIn(event, searchTypes),
  'svc-listen-request': (event) => requestIn(event, listenTypes),
  'svc-mark-request': (event) => requestIn(event, markTypes),
  'svc-way-request': (event) => oneOf(event, 'isWanted', [true, false]),
  'svc-fullscreen-request': (event) => oneOf(event, 'isWanted', [true, false, undefined]),
  'svc-offline-request': (event) => oneOf(event, 'isKept', [true, false]),
};

/**
 * Logs invalid requests from the page to the console and does not pass them to the handlers. In a
 * settings request, only the invalid settings are dropped. Runs until the signal is aborted.
 */
export function checkRequests(reader: HTMLElement, store: ReaderStore, signal: AbortSignal): void {
  for (const [type, check] of Object.entries(checks)) {
    reader.addEventListener(
      type,
      (event) => {
        const found = check(event, store);
        if (!found) return;
        event.stopImmediatePropagation();
        warn(reader, type, found);
      },
      { signal, capture: true },
    );
  }
  reader.addEventListener(
    'svc-settings-request',
    (event) => {
      for (const found of settingProblems(event)) warn(reader, event.type, found);
    },
    { signal, capture: true },
  );
}

function warn(reader: HTMLElement, type: string, found: string): void {
  console.warn(`<${reader.localName}> ignored ${type}. ${found}`);
}

function settingProblems(event: Event): string[] {
  const { settings } = propertiesOf(event);
  if (!isObject(settings)) return [problem('settings', 'must be an object', settings)];
  const choices: Readonly<Record<string, readonly unknown[]>> = settingChoices;
  return Object.entries(settings).flatMap(([name, value]) => {
    const valid = choices[name];
    if (!valid) return [`There is no setting "${name}".`];
    return valid.includes(value) ? [] : [problem(name, `must be ${listOf(valid)}`, value)];
  });
}

function requestIn(event: Event, types: readonly string[]): string | null {
  const { request } = propertiesOf(event);
  if (!isObject(request)) return problem('request', 'must be an object', request);
  const { type, query, index, step } = request;
  if (!types.some((one) => one === type))
    return problem('request.type', `must be ${listOf(types)}`, type);
  if (type === 'find' && 'query' in request && typeof query !== 'string') {
    return problem('request.query', 'must be a string', query);
  }
  if (type === 'go' && 'index' in request && !Number.isInteger(index)) {
    return problem('request.index', 'must be an integer', index);
  }
  if (type === 'step' && step !== 1 && step !== -1) {
    return problem('request.step', 'must be 1 or -1', step);
  }
  return null;
}

function oneOf(event: Event, name: string, values: readonly unknown[]): string | null {
  const value = propertiesOf(event)[name];
  return values.includes(value) ? null : problem(name, `must be ${listOf(values)}`, value);
}

function numberIn(event: Event, name: string, min: number, max: number): string | null {
  const value = propertiesOf(event)[name];
  if (typeof value === 'number' && value >= min && value <= max) return null;
  const range = max === Infinity ? `a number of at least ${min}` : `between ${min} and ${max}`;
  return problem(name, `must be ${range}`, value);
}

function problem(name: string, rule: string, value: unknown): string {
  return `"${name}" ${rule}, got ${textOf(value)}.`;
}

function listOf(values: readonly unknown[]): string {
  const all = values.map(textOf);
  return all.length === 1 ? `${all[0]}` : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
}

function textOf(value: unknown): string {
  if (typeof value === 'number' || value === undefined) return String(value);
  return (JSON.stringify(value) ?? typeof value).slice(0, 100);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The properties of a request. Not validated, because any script on the page can set them. */
function propertiesOf(event: Event): Readonly<Record<string, unknown>> {
  return event as Event & Readonly<Record<string, unknown>>;
}
