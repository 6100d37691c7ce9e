/** Values of a span. Must not contain text that clients send, apart from ids and names. */
export type SpanAttributes = Record<string, string | number | boolean>;

export interface SpanOptions {
  /** `server` for a request that this process receives, `client` for one that it sends. */
  kind: 'server' | 'client' | 'internal';
  attributes?: SpanAttributes;
  /**
   * The parent's `traceparent` (W3C Trace Context), or null for a new trace. Defaults to the
   * current span. An invalid one starts a new trace.
   */
  parent?: string | null;
  /** Start time in milliseconds since 1970. Defaults to now. */
  startMs?: number;
}

/** A timed step of a trace. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Header for requests that belong to the span, including those that a later process sends. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** Runs work whose spans are children of this one. */
  run<T>(work: () => T): T;
  /** @param problem - Why the step failed, without sensitive values, or null after success. */
  end(problem: string | null): void;
}

/** Records the steps of requests and deliveries. */
export interface Tracing {
  start(name: string, options: SpanOptions): Span;
  /** Span of the current work, or null outside a span. */
  current(): Pick<Span, 'traceId' | 'spanId' | 'traceparent'> | null;
  /** Sends the remaining spans, for at most a few seconds. */
  stop(): Promise<void>;
}

let installed: Tracing | null = null;

/**
 * The tracing of this process, or null if it is off. Global because spans cross every layer, and
 * because environment variables configure it for the whole process.
 */
export function tracing(): Tracing | null {
  return installed;
}

/** Installs or removes the tracing of this process. */
export function installTracing(replacement: Tracing | null): void {
  installed = replacement;
}

/** `traceparent` of the current work, or null outside a traced request. */
export function currentTraceparent(): string | null {
  return installed?.current()?.traceparent ?? null;
}
