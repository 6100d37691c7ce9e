/** Identifies an account's operation. The same key on another route is a different operation. */
export interface IdempotencyKey {
  accountId: string;
  /** The route's method and pattern, such as `POST /v1/books`. */
  route: string;
  /** The `Idempotency-Key` header's value. */
  key: string;
}

/** A response to replay. */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** A request's lock on an idempotency key. */
export interface IdempotencyLock {
  idempotencyKey: IdempotencyKey;
  token: string;
  /**
   * Results of the transactions that an earlier request committed before its process ended, in
   * order.
   */
  committedResults: readonly unknown[];
}

/** Result of claiming an idempotency key. */
export type Claim =
  /**
   * There is no response yet. The caller executes the request and then calls `complete` or
   * `release`.
   */
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
  /** Runs `work`. All transactions in its async context belong to the lock. */
  runWithLock(held: IdempotencyLock, work: () => void): void;
  /** Stores the response for a day. Does nothing if another request has taken over the lock. */
  complete(held: IdempotencyLock, answer: StoredResponse): Promise<void>;
  /** Frees the key for a retry, which does not repeat committed transactions. */
  release(held: IdempotencyLock): Promise<void>;
}
