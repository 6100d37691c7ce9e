/** A browser of one engine with one page in it. */
export interface Engine {
  open(url: string): Promise<void>;
  /** Calls a method of `window.readingProof` in the page and awaits it. */
  ask(method: string, ...args: unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

export type EngineName = 'chromium' | 'firefox' | 'webkit';
export const engineNames: readonly EngineName[] = ['chromium', 'firefox', 'webkit'];

/** How long a page may take to read one section, in ms: thousands of pages on a busy machine. */
export const askTimeoutMs = 600_000;

/** Rejects where the engine is not installed. */
export function openEngine(name: EngineName): Promise<Engine> {
  return openers[name]();
}

const openers: Record<EngineName, () => Promise<Engine>> = {
  chromium: async () => (await import('./puppet-engine.ts')).openPuppet('chromium'),
  firefox: async () => (await import('./puppet-engine.ts')).openPuppet('firefox'),
  webkit: async () => (await import('./webkit-engine.ts')).openWebkit(),
};

/** The call as an expression of the page. */
export function callOf(method: string, args: unknown[]): string {
  return `window.readingProof.${method}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`;
}
