/** A browser of one engine with one page in it. */
export interface Engine {
  open(url: string): Promise<void>;
  /** Calls a method of the page's object, `window.readingProof` unless told, and awaits it. */
  call(method: string, ...args: unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

/** For pages that are not trusted. */
export interface EngineOptions {
  /** Name of the object whose methods are asked. */
  object?: string;
  /**
   * Hears every request of the page and what else leaves it, and which requests the page's own policy
   * stopped; WebKit's driver tells none of it.
   */
  onEvent?: (
    kind: 'request' | 'stopped' | 'dialog' | 'navigation' | 'window',
    what: string,
  ) => void;
  /** Where everything is sent that is not for this machine: `127.0.0.1:1234`. */
  proxy?: string;
}

export type EngineName = 'chromium' | 'firefox' | 'webkit';
export const engineNames: readonly EngineName[] = ['chromium', 'firefox', 'webkit'];

/** How long a page may take to read one section, in ms: thousands of pages on a busy machine. */
export const askTimeoutMs = 600_000;

/** Rejects where the engine is not installed. */
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

/** The call as an expression of the page. */
export function callExpression(method: string, args: unknown[], object = 'readingProof'): string {
  return `window.${object}.${method}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`;
}
