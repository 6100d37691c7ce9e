import { openEngine, type Engine, type EngineName } from '../reading/engine.ts';
import type { Fault, Misdeed } from './fault.ts';
import type { Trap } from './trap.ts';

/** Longer than a page needs for anything; one that takes longer does not come back. */
const patienceMs = 60_000;
/** A browser that hangs does not end by being asked. */
const goodbyeMs = 5_000;

/** A browser that tells what happens in it, and is begun anew where a page took it down. */
export class WatchedEngine {
  readonly #name: EngineName;
  readonly #trap: Trap;
  readonly #isOwn: (url: string) => boolean;
  #engine: Engine | null = null;
  #isClosed = false;
  #heard: Fault[] = [];
  #address = '';

  constructor(name: EngineName, trap: Trap, isOwn: (url: string) => boolean) {
    this.#name = name;
    this.#trap = trap;
    this.#isOwn = isOwn;
  }

  /** Opens an address; what the page before it did is forgotten. */
  async open(url: string): Promise<Fault[]> {
    const opened = async (engine: Engine) => {
      await engine.open('about:blank');
      this.#heard = [];
      this.#trap.taken();
      this.#address = url;
      await engine.open(url);
      return [];
    };
    return this.#within(opened);
  }

  /** What the page's watch answers, and what was heard of the page meanwhile. */
  ask(method: string, ...args: unknown[]): Promise<Fault[]> {
    return this.#within(async (engine) => {
      const seen = told(await engine.ask(method, ...args));
      if (this.#name !== 'webkit') return seen;
      const foreign = addresses(await engine.ask('fetched')).filter(
        (url) => url !== this.#address && !this.#isOwn(url),
      );
      return [...seen, ...foreign.map((what): Fault => ({ kind: 'request', what }))];
    });
  }

  /** Has the page do it; ends once a fault of the kind is known. Some take the page away that was asked. */
  async provoke(misdeed: Misdeed, kind: Fault['kind']): Promise<Fault[]> {
    const engine = await this.#running();
    const faults: Fault[] = [];
    const answer = engine.ask('misbehave', misdeed).then(told, () => []);
    const isKnown = () => faults.some((fault) => fault.kind === kind);
    const deadlineMs = performance.now() + patienceMs;
    faults.push(...(await Promise.race([answer, pause(goodbyeMs).then(() => [])])));
    while (!isKnown() && performance.now() < deadlineMs) {
      faults.push(...this.#taken());
      await pause(10);
    }
    return faults;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#leave();
  }

  async #leave(): Promise<void> {
    const engine = this.#engine;
    this.#engine = null;
    await Promise.race([engine?.close().catch(() => null), pause(goodbyeMs)]);
  }

  async #within(work: (engine: Engine) => Promise<Fault[]>): Promise<Fault[]> {
    const engine = await this.#running();
    const timer = new AbortController();
    const late = pause(patienceMs, timer.signal).then(() => {
      throw new Error(`The page has not answered within ${patienceMs / 1000} s.`);
    });
    try {
      const seen = await Promise.race([work(engine), late]);
      return [...this.#taken(), ...seen];
    } catch (error) {
      await this.#leave();
      return [...this.#taken(), { kind: 'stuck', what: String(error).slice(0, 300) }];
    } finally {
      timer.abort();
    }
  }

  async #running(): Promise<Engine> {
    if (this.#isClosed) throw new Error('The browser was closed.');
    this.#engine ??= await openEngine(this.#name, {
      object: 'hostileWatch',
      proxy: this.#trap.address,
      hear: (kind, what) => {
        if (kind === 'navigation' && (what === this.#address || what === 'about:blank')) return;
        if (kind === 'request' && (what === this.#address || this.#isOwn(what))) return;
        if (kind === 'stopped') this.#forget(what);
        else this.#heard.push({ kind, what: what.slice(0, 300) });
      },
    });
    return this.#engine;
  }

  /** It never left the browser; where the policy is a host's, the page itself tells of it. */
  #forget(url: string): void {
    const at = this.#heard.findIndex(
      ({ kind, what }) => kind === 'request' && what === url.slice(0, 300),
    );
    if (at >= 0) this.#heard.splice(at, 1);
  }

  #taken(): Fault[] {
    const heard = [...this.#heard, ...this.#trap.taken()];
    this.#heard = [];
    return heard;
  }
}

/** What the watch answers has the type that it says: both are of this folder. */
function told(answer: unknown): Fault[] {
  return answer as Fault[];
}

function addresses(answer: unknown): string[] {
  return answer as string[];
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => clearTimeout(timer));
  });
}
