/** An analytics event, as defined for `POST /v1/reader/events`. */
export interface ReadingEvent {
  type: 'opened' | 'read' | 'progressed' | 'finished-sample' | 'buy-clicked';
  /** Time in ISO 8601. */
  at: string;
  chapter: string | null;
  /** Share of the book read, 0–1. */
  fraction: number | null;
  /** Index of the furthest section in the reading order. */
  section?: number;
  /** Time read since the book was opened. */
  seconds?: number;
}

export interface ReadingBeacon {
  /**
   * Queues an event. A `read` event replaces the queued one, as it reports everything read so far.
   */
  record(event: Omit<ReadingEvent, 'at'>): void;
  /** Sends the queued events if consent allows it. */
  flush(): void;
}

export interface ReadingBeaconOptions {
  url: string;
  token: () => string;
  /**
   * `required` means that consent is missing and nothing may be sent. Null means that consent is
   * not required.
   */
  consent: () => 'required' | 'granted' | null;
  /** Whether the browser signals a tracking opt-out. */
  isTrackingRefused: () => boolean;
  now?: () => number;
  /** Sends a body. The request must survive a page unload. */
  send?: (url: string, body: string) => void;
}

/** Maximum number of events per request, as defined by the API. */
const maxEventsPerRequest = 50;
/** Maximum number of queued events while consent is missing. Older events are dropped. */
const maxQueuedEvents = 200;

/** Collects events in memory and sends them on `flush`. */
export function createReadingBeacon(options: ReadingBeaconOptions): ReadingBeacon {
  const { url, token, consent, isTrackingRefused, now = Date.now, send = sendBody } = options;
  let queue: ReadingEvent[] = [];
  return {
    record(event) {
      if (isTrackingRefused()) return;
      if (event.type === 'read') queue = queue.filter(({ type }) => type !== 'read');
      queue.push({ ...event, at: new Date(now()).toISOString() });
      if (queue.length > maxQueuedEvents) queue.shift();
    },
    flush() {
      if (isTrackingRefused()) queue = [];
      const given = consent();
      if (given === 'required') return;
      while (queue.length > 0) {
        const events = queue.splice(0, maxEventsPerRequest);
        send(url, JSON.stringify({ token: token(), consent: given, events }));
      }
    },
  };
}

/** Sends plain text, which browsers allow across origins without a preflight request. */
function sendBody(url: string, body: string): void {
  const isQueued = navigator.sendBeacon?.(url, new Blob([body], { type: 'text/plain' }));
  if (isQueued) return;
  // The queue is full or unsupported. If this fails, only analytics data is lost.
  fetch(url, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => {});
}

/** Whether Global Privacy Control or Do Not Track is on. */
export function hasTrackingOptOut(browser: Navigator = navigator): boolean {
  return Reflect.get(browser, 'globalPrivacyControl') === true || browser.doNotTrack === '1';
}
