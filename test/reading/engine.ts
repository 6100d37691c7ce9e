/** A browser of one engine with one open page. */
export interface Engine {
  open(url: string): Promise<void>;
  /**
   * Calls a method of a global object of the page, `window.readingProof` by default, and awaits its
   * result.
   */
  call(method: string, ...args: unknown[]): Promise<unknown>;
  /** Evaluates a JavaScript expression in the page and awaits its result, a JSON value. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Options for opening untrusted pages. */
export interface EngineOptions {
  /** Name of the global object whose methods `call` runs. */
  object?: string;
  /**
   * Reports every request and navigation of the page, and every request blocked by the page's own
   * policy. WebKit's driver reports none of these.
   */
  onEvent?: (
    kind: 'request' | 'stopped' | 'dialog' | 'navigation' | 'window',
    what: string,
  ) => void;
  /** Width of the page in CSS pixels. */
  width?: number;
  /** Proxy for every request that leaves this machine, such as `127.0.0.1:1234`. */
  proxy?: string;
}

export type EngineName = 'chromium' | 'firefox' | 'webkit';
export const engineNames: readonly EngineName[] = ['chromium', 'firefox', 'webkit'];

/**
 * Longest time to read one section, in ms. A section may have thousands of pages, and the machine
 * may be busy.
 */
export const askTimeoutMs = 600_000;

/** Rejects if the engine is not installed. */
export function openEngine(name: EngineName, options: EngineOptions = {}): Promise<Engine> {
  return openers[name](options);
}

const openers: Record<EngineName, (options: EngineOptions) => Promise<Engine>> = {
  chromium: async (options) =>
    (await import('./puppeteer-engine.ts')).openPuppeteer('chromium', options),
  firefox: async (options) =>
    (await import('./puppeteer-engine.ts')).openPuppeteer('firefox', options),
  webkit: async (options) => (await import('./webkit-engine.ts')).openWebkit(options),
};

/** JavaScript expression that makes the call in the page. */
export function callExpression(method: string, args: unknown[], object = 'readingProof'): string {
  return `window.${object}.${method}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`;
}
