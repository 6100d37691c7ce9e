import { openEngine, type Engine, type EngineName } from '../reading/engine.ts';
import type { Violation, ForbiddenAction } from './violation.ts';
import type { TrapProxy } from './trap-proxy.ts';

/** Longest time for one call, in ms. A page that takes longer counts as hung. */
const callTimeoutMs = 60_000;
/** Time limit for closing a browser, in ms, because a hung browser never confirms it. */
const closeTimeoutMs = 5_000;

/** A browser that reports violations, and is restarted after a page crashed it. */
export class MonitoredEngine {
  readonly #name: EngineName;
  readonly #trap: TrapProxy;
  readonly #isOwnUrl: (url: string) => boolean;
  #engine: Engine | null = null;
  #isClosed = false;
  #reported: Violation[] = [];
  #address = '';

  constructor(name: EngineName, trap: TrapProxy, isOwn: (url: string) => boolean) {
    this.#name = name;
    this.#trap = trap;
    this.#isOwnUrl = isOwn;
  }

  /** Opens a URL and discards the violations of the previous page. */
  async open(url: string): Promise<Violation[]> {
    const opened = async (engine: Engine) => {
      await engine.open('about:blank');
      this.#reported = [];
      this.#trap.takeRequests();
      this.#address = url;
      await engine.open(url);
      return [];
    };
    return this.#within(opened);
  }

  /**
   * Violations returned by the page's monitor, plus those that the browser reported in the
   * meantime.
   */
  ask(method: string, ...args: unknown[]): Promise<Violation[]> {
    return this.#within(async (engine) => {
      const seen = asViolations(await engine.call(method, ...args));
      if (this.#name !== 'webkit') return seen;
      const foreign = asUrls(await engine.call('fetched')).filter(
        (url) => url !== this.#address && !this.#isOwnUrl(url),
      );
      return [...seen, ...foreign.map((what): Violation => ({ kind: 'request', what }))];
    });
  }

  /**
   * Performs a forbidden action in the page. Ends as soon as a violation of this kind is detected.
   * Does not rely on a return value, because some actions replace the page.
   */
  async provoke(action: ForbiddenAction, kind: Violation['kind']): Promise<Violation[]> {
    const engine = await this.#running();
    const faults: Violation[] = [];
    const answer = engine.call('misbehave', action).then(asViolations, () => []);
    const isKnown = () => faults.some((fault) => fault.kind === kind);
    const deadlineMs = performance.now() + callTimeoutMs;
    faults.push(...(await Promise.race([answer, pause(closeTimeoutMs).then(() => [])])));
    while (!isKnown() && performance.now() < deadlineMs) {
      faults.push(...this.#takeReported());
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
    await Promise.race([engine?.close().catch(() => null), pause(closeTimeoutMs)]);
  }

  async #within(work: (engine: Engine) => Promise<Violation[]>): Promise<Violation[]> {
    const engine = await this.#running();
    const timer = new AbortController();
    const late = pause(callTimeoutMs, timer.signal).then(() => {
      throw new Error(`The page did not respond within ${callTimeoutMs / 1000} s.`);
    });
    try {
      const seen = await Promise.race([work(engine), late]);
      return [...this.#takeReported(), ...seen];
    } catch (error) {
      await this.#leave();
      return [...this.#takeReported(), { kind: 'stuck', what: String(error).slice(0, 300) }];
    } finally {
      timer.abort();
    }
  }

  async #running(): Promise<Engine> {
    if (this.#isClosed) throw new Error('The browser was closed.');
    this.#engine ??= await openEngine(this.#name, {
      object: 'hostileWatch',
      proxy: this.#trap.address,
      onEvent: (kind, what) => {
        if (kind === 'navigation' && (what === this.#address || what === 'about:blank')) return;
        if (kind === 'request' && (what === this.#address || this.#isOwnUrl(what))) return;
        if (kind === 'stopped') this.#forget(what);
        else this.#reported.push({ kind, what: what.slice(0, 300) });
      },
    });
    return this.#engine;
  }

  /**
   * Drops a request that never left the browser. If the host page's policy blocked it, the page
   * itself reports it.
   */
  #forget(url: string): void {
    const at = this.#reported.findIndex(
      ({ kind, what }) => kind === 'request' && what === url.slice(0, 300),
    );
    if (at >= 0) this.#reported.splice(at, 1);
  }

  #takeReported(): Violation[] {
    const reported = [...this.#reported, ...this.#trap.takeRequests()];
    this.#reported = [];
    return reported;
  }
}

/**
 * Casts the monitor's result. The monitor is part of this folder, so its result has the declared
 * type.
 */
function asViolations(answer: unknown): Violation[] {
  return answer as Violation[];
}

function asUrls(answer: unknown): string[] {
  return answer as string[];
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => clearTimeout(timer));
  });
}
