/** What the publisher is told of a reading; the contract is that of `POST /v1/reader/events`. */
export interface ReadingEvent {
  type: 'opened' | 'progressed' | 'finished-sample' | 'buy-clicked';
  /** ISO 8601. */
  at: string;
  chapter: string | null;
  /** Share of the book read, 0–1. */
  fraction: number | null;
}

export interface ReadingBeacon {
  record(step: Omit<ReadingEvent, 'at'>): void;
  /** Sends what has gathered, as far as it may be sent. */
  flush(): void;
}

export interface ReadingBeaconOptions {
  url: string;
  token: () => string;
  /** `required`: nothing may be sent yet; null: nobody asked for consent. */
  consent: () => 'required' | 'granted' | null;
  /** Whether the person’s browser asks not to be followed. */
  isTrackingRefused: () => boolean;
  now?: () => number;
  /** Sends a body that outlives the page. */
  send?: (url: string, body: string) => void;
}

/** No more go into one beacon; see the contract. */
const maxEventsPerRequest = 50;
/** Without consent for so long, the oldest steps are given up. */
const maxQueuedEvents = 200;

/** Gathers what happens in a reading, in memory only, and sends it when the page is left. */
export function createReadingBeacon(options: ReadingBeaconOptions): ReadingBeacon {
  const { url, token, consent, isTrackingRefused, now = Date.now, send = sendBody } = options;
  let waiting: ReadingEvent[] = [];
  return {
    record(step) {
      if (isTrackingRefused()) return;
      waiting.push({ ...step, at: new Date(now()).toISOString() });
      if (waiting.length > maxQueuedEvents) waiting.shift();
    },
    flush() {
      if (isTrackingRefused()) waiting = [];
      const said = consent();
      if (said === 'required') return;
      while (waiting.length > 0) {
        const events = waiting.splice(0, maxEventsPerRequest);
        send(url, JSON.stringify({ token: token(), consent: said, events }));
      }
    },
  };
}

/** As text, which browsers send to another origin without asking it first. */
function sendBody(url: string, body: string): void {
  const isQueued = navigator.sendBeacon?.(url, new Blob([body], { type: 'text/plain' }));
  if (isQueued) return;
  // A full queue, or none. What is lost here is a number in a report, never the reading.
  fetch(url, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => {});
}

/** Global Privacy Control, or the older Do Not Track. */
export function hasTrackingOptOut(browser: Navigator = navigator): boolean {
  return Reflect.get(browser, 'globalPrivacyControl') === true || browser.doNotTrack === '1';
}
