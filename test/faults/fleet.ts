import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const roles = ['all', 'api', 'worker'] as const;

interface Post {
  role: (typeof roles)[number];
  process: ChildProcess | null;
  /** Null until it listens. */
  url: string | null;
}

/** Server processes that are restarted whenever they exit. */
export class Fleet {
  readonly #posts: Post[] = roles.map((role) => ({ role, process: null, url: null }));
  readonly #environment: Record<string, string>;
  readonly #keeping: Promise<void>[];
  #isOver = false;
  /** Processes that exited after they started to listen, without being killed. */
  readonly faults: string[] = [];

  constructor(environment: Record<string, string>) {
    this.#environment = environment;
    this.#keeping = this.#posts.map((post) => this.#keep(post));
  }

  get size(): number {
    return this.#posts.length;
  }

  /** Addresses of the API that currently listen. */
  get urls(): string[] {
    return this.#posts.flatMap(({ role, url }) => (role !== 'worker' && url ? [url] : []));
  }

  /**
   * Sends `kill -9` to this process, whether it listens or not. Returns false if no process is
   * running.
   */
  kill(at: number): boolean {
    const post = this.#posts[at];
    if (!post?.process) return false;
    post.url = null;
    const victim = post.process;
    post.process = null;
    return victim.kill('SIGKILL');
  }

  async allListen(): Promise<void> {
    while (this.#posts.some(({ url }) => url === null)) await delay(50);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    for (const at of this.#posts.keys()) this.kill(at);
    await Promise.all(this.#keeping);
  }

  async #keep(post: Post): Promise<void> {
    while (!this.#isOver) {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
        env: {
          ...process.env,
          ...this.#environment,
          // Startup is most of the cost of a run.
          NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/faults'),
          SVC_ROLE: post.role,
          SVC_BURST_LIMIT: 'off',
          SVC_RATES: 'off',
          SVC_WEBHOOK_LOOPBACK: 'on',
          HOST: '127.0.0.1',
          PORT: '0',
          LOG_LEVEL: 'info',
        },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      post.process = child;
      createInterface({ input: child.stdout }).on('line', (line) => {
        const url = /Server listening at (http:[^"]+)/.exec(line)?.[1];
        if (url && post.process === child) post.url = url;
      });
      const [code]: unknown[] = await once(child, 'exit');
      // A process without its database may exit before it listens. It is then restarted.
      if (post.process === child && post.url !== null) {
        this.faults.push(`the process with SVC_ROLE=${post.role} exited unexpectedly with ${code}`);
      }
      post.url = null;
      post.process = null;
      if (!this.#isOver) await delay(100);
    }
  }
}
