import type { LoggedRequest } from './contract.ts';

/** A request to be logged. */
export interface NewLoggedRequest extends Omit<LoggedRequest, 'occurredAt' | 'environment'> {
  accountId: string;
  /** Milliseconds since 1970. */
  occurredAtMs: number;
}

/** What many requests of a block have in common. */
type Kind = [keyId: string, method: string, route: string, status: number, code: string | null];

/** A request: the index of its kind, its id, milliseconds after the block's start, duration. */
type Row = [kind: number, requestId: string, offsetMs: number, durationMs: number];

interface StoredBlock {
  /** Milliseconds since 1970. */
  startMs: number;
  kinds: Kind[];
  requests: Row[];
}

/** A request in a block of an earlier release. The oldest ones have the time in ISO 8601 format. */
type EarlierRequest = [
  keyId: string,
  requestId: string,
  occurredAt: number | string,
  method: string,
  route: string,
  status: number,
  code: string | null,
  durationMs: number,
];

/**
 * Maximum number of requests in a block. Longer blocks are slow to read for pages with few
 * requests.
 */
export const maxBlockSize = 500;

/** Size of a new block, which grows. Enough for a few dozen requests. */
const firstBytes = 2048;
const comma = 0x2c;

/**
 * Requests of one account in the format in which they are stored, about 45 bytes for each. They are
 * outside the JavaScript heap, because thousands of waiting objects would make each garbage
 * collection slower.
 */
export class RequestBlock {
  readonly accountId: string;
  readonly #startMs: number;
  readonly #kinds: Kind[] = [];
  #rows = Buffer.allocUnsafe(firstBytes);
  #length = 0;
  #size = 0;
  #errors = 0;

  constructor(accountId: string, startMs: number) {
    this.accountId = accountId;
    this.#startMs = startMs;
  }

  /** Number of requests. */
  get size(): number {
    return this.#size;
  }

  /** Number of requests with a status of 400 or more. */
  get errors(): number {
    return this.#errors;
  }

  add(request: NewLoggedRequest): void {
    const { requestId, occurredAtMs, durationMs, status } = request;
    const offsetMs = occurredAtMs - this.#startMs;
    const row = `[${this.#kindOf(request)},${JSON.stringify(requestId)},${offsetMs},${durationMs}]`;
    // A character needs at most three bytes.
    const needed = this.#length + 1 + 3 * row.length;
    if (needed > this.#rows.length) {
      const longer = Buffer.allocUnsafe(2 * needed);
      this.#rows.copy(longer, 0, 0, this.#length);
      this.#rows = longer;
    }
    if (this.#size > 0) this.#rows[this.#length++] = comma;
    this.#length += this.#rows.write(row, this.#length);
    this.#size += 1;
    if (status >= 400) this.#errors += 1;
  }

  /** The block as JSON, which `readBlock` reads. */
  toJson(): string {
    const rows = this.#rows.toString('utf8', 0, this.#length);
    return `{"startMs":${this.#startMs},"kinds":${JSON.stringify(this.#kinds)},"requests":[${rows}]}`;
  }

  #kindOf({ keyId, method, route, status, code }: NewLoggedRequest): number {
    const index = this.#kinds.findIndex(
      (kind) =>
        kind[0] === keyId &&
        kind[2] === route &&
        kind[3] === status &&
        kind[1] === method &&
        kind[4] === code,
    );
    return index >= 0 ? index : this.#kinds.push([keyId, method, route, status, code]) - 1;
  }
}

/** Collects requests in the blocks of their accounts. */
export class RequestBlocks {
  readonly #open = new Map<string, RequestBlock>();
  readonly #onBlock: (block: RequestBlock) => boolean;

  /**
   * @param onBlock - Called with each new block, which receives requests until it is closed. If it
   * returns false, the request is dropped.
   */
  constructor(onBlock: (block: RequestBlock) => boolean) {
    this.#onBlock = onBlock;
  }

  add(request: NewLoggedRequest): void {
    const { accountId, occurredAtMs } = request;
    let block = this.#open.get(accountId);
    if (!block || block.size === maxBlockSize) {
      block = new RequestBlock(accountId, occurredAtMs);
      if (!this.#onBlock(block)) return;
      this.#open.set(accountId, block);
    }
    block.add(request);
  }

  /** Further requests of the account are added to another block. */
  close(block: RequestBlock): void {
    if (this.#open.get(block.accountId) === block) this.#open.delete(block.accountId);
  }
}

/** Returns blocks with the requests, in their order within each account. */
export function toBlocks(requests: readonly NewLoggedRequest[]): RequestBlock[] {
  const made: RequestBlock[] = [];
  const blocks = new RequestBlocks((block) => made.push(block) > 0);
  for (const request of requests) blocks.add(request);
  return made;
}

/** Returns the requests of a stored block of this or an earlier release. */
export function readBlock(accountId: string, json: string): NewLoggedRequest[] {
  // No validation needed, because only this file writes blocks.
  const block = JSON.parse(json) as StoredBlock | EarlierRequest[];
  if (!Array.isArray(block)) {
    const { startMs, kinds, requests } = block;
    return requests.flatMap(([kind, requestId, offsetMs, durationMs]) => {
      const shared = kinds[kind];
      if (!shared) return [];
      const [keyId, method, route, status, code] = shared;
      const occurredAtMs = startMs + offsetMs;
      return { accountId, keyId, requestId, occurredAtMs, method, route, status, code, durationMs };
    });
  }
  return block.map(
    ([keyId, requestId, occurredAt, method, route, status, code, durationMs]): NewLoggedRequest => {
      const occurredAtMs = new Date(occurredAt).getTime();
      return { accountId, keyId, requestId, occurredAtMs, method, route, status, code, durationMs };
    },
  );
}
