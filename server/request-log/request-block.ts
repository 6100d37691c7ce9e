import type { LoggedRequest } from './contract.ts';

/** A request to be logged. */
export interface NewLoggedRequest extends Omit<LoggedRequest, 'occurredAt' | 'environment'> {
  accountId: string;
  /** Milliseconds since 1970. */
  occurredAtMs: number;
}

/**
 * A request in a block. The time is in milliseconds since 1970, or in ISO 8601 format in blocks of
 * earlier releases.
 */
export type StoredRequest = [
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
const firstBytes = 4096;
const [comma, bracket] = [0x2c, 0x5b];

/**
 * Requests of one account in the format in which they are stored, a JSON list. It is outside the
 * JavaScript heap, because thousands of waiting objects would make each garbage collection slower.
 */
export class RequestBlock {
  readonly accountId: string;
  #bytes = Buffer.allocUnsafe(firstBytes);
  #length = 0;
  #size = 0;
  #errors = 0;

  constructor(accountId: string) {
    this.accountId = accountId;
  }

  /** Number of requests. */
  get size(): number {
    return this.#size;
  }

  /** Number of requests with a status of 400 or more. */
  get errors(): number {
    return this.#errors;
  }

  add(request: StoredRequest): void {
    const text = JSON.stringify(request);
    // A character needs at most three bytes.
    const needed = this.#length + 1 + 3 * text.length;
    if (needed > this.#bytes.length) {
      const longer = Buffer.allocUnsafe(2 * needed);
      this.#bytes.copy(longer, 0, 0, this.#length);
      this.#bytes = longer;
    }
    this.#bytes[this.#length] = this.#size === 0 ? bracket : comma;
    this.#length += 1 + this.#bytes.write(text, this.#length + 1);
    this.#size += 1;
    if (request[5] >= 400) this.#errors += 1;
  }

  /** The requests as a JSON list. */
  toJson(): string {
    return `${this.#bytes.toString('utf8', 0, this.#length)}]`;
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

  add(accountId: string, request: StoredRequest): void {
    let block = this.#open.get(accountId);
    if (!block || block.size === maxBlockSize) {
      block = new RequestBlock(accountId);
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
  for (const request of requests) {
    const { accountId, keyId, requestId, occurredAtMs, method, route, status, code, durationMs } =
      request;
    const stored = [keyId, requestId, occurredAtMs, method, route, status, code, durationMs];
    blocks.add(accountId, stored as StoredRequest);
  }
  return made;
}
