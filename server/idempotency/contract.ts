/** Identifies an operation of an account; the same key on another route is a different operation. */
export interface IdempotencyKey {
  accountId: string;
  /** Method and pattern of the route, such as `POST /v1/books`. */
  route: string;
  /** Value of the `Idempotency-Key` header. */
  key: string;
}

/** A response to replay. */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** Lock of one request on an idempotency key. */
export interface IdempotencyLock {
  idempotencyKey: IdempotencyKey;
  token: string;
  /** Results of the transactions that an earlier request committed before it died, in order. */
  committedResults: readonly unknown[];
}

/** Result of claiming an idempotency key. */
export type Claim =
  /** No response yet: the caller executes the request, then calls `complete` or `release`. */
  | { outcome: 'claimed'; held: IdempotencyLock }
  /** The same request is running. */
  | { outcome: 'running' }
  /** The key belongs to a different request. */
  | { outcome: 'reused' }
  | { outcome: 'done'; answer: StoredResponse };

/** Stores executed operations, shared by all processes. */
export interface IdempotencyStore {
  /**
   * @param digest - Digest of the complete request.
   * @param isUpload - Whether the request processes a large file, which takes longer.
   */
  claim(intent: IdempotencyKey, digest: string, isUpload: boolean): Promise<Claim>;
  /** Runs `work`; all transactions in its async context belong to the lock. */
  runWithLock(held: IdempotencyLock, work: () => void): void;
  /** Stores the response for a day. Does nothing if another request has taken over the lock. */
  complete(held: IdempotencyLock, answer: StoredResponse): Promise<void>;
  /** Frees the key for a retry, which does not repeat committed transactions. */
  release(held: IdempotencyLock): Promise<void>;
}
