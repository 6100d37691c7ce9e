/** What the publisher is told of a reading; the contract is that of `POST /v1/reader/events`. */
export interface ReadingStep {
  type: 'opened' | 'progressed' | 'finished-sample' | 'buy-clicked';
  /** ISO 8601. */
  at: string;
  chapter: string | null;
  /** Share of the book read, 0–1. */
  fraction: number | null;
}

export interface Beacon {
  tell(step: Omit<ReadingStep, 'at'>): void;
  /** Sends what has gathered, as far as it may be sent. */
  flush(): void;
}

export interface BeaconOptions {
  url: string;
  token: () => string;
  /** `required`: nothing may be sent yet; null: nobody asked for consent. */
  consent: () => 'required' | 'granted' | null;
  /** Whether the person’s browser asks not to be followed. */
  isUnwanted: () => boolean;
  now?: () => number;
  /** Sends a body that outlives the page. */
  send?: (url: string, body: string) => void;
}

/** No more go into one beacon; see the contract. */
const mostSteps = 50;
/** Without consent for so long, the oldest steps are given up. */
const mostWaiting = 200;

/** Gathers what happens in a reading, in memory only, and sends it when the page is left. */
export function createBeacon(options: BeaconOptions): Beacon {
  const { url, token, consent, isUnwanted, now = Date.now, send = sendBody } = options;
  let waiting: ReadingStep[] = [];
  return {
    tell(step) {
      if (isUnwanted()) return;
      waiting.push({ ...step, at: new Date(now()).toISOString() });
      if (waiting.length > mostWaiting) waiting.shift();
    },
    flush() {
      if (isUnwanted()) waiting = [];
      const said = consent();
      if (said === 'required') return;
      while (waiting.length > 0) {
        const events = waiting.splice(0, mostSteps);
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
export function asksNotToBeTracked(browser: Navigator = navigator): boolean {
  return Reflect.get(browser, 'globalPrivacyControl') === true || browser.doNotTrack === '1';
}
