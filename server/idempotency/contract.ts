/** One intent of one account: the same key on another route is another intent. */
export interface IdempotencyKey {
  accountId: string;
  /** Method and pattern of the route, such as `POST /v1/books`. */
  route: string;
  /** What the client sent as `Idempotency-Key`. */
  key: string;
}

/** An answer as it is sent again. */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** An intent that one request holds. */
export interface IdempotencyLock {
  idempotencyKey: IdempotencyKey;
  token: string;
  /** What its transactions gave that were committed by a request that never answered, in their order. */
  committedResults: readonly unknown[];
}

/** What a request with a key finds. */
export type Claim =
  /** Nobody has answered this: the caller carries it out, then calls `finish` or `release`. */
  | { outcome: 'claimed'; held: IdempotencyLock }
  /** The same request is being done now. */
  | { outcome: 'running' }
  /** The key stands for a request that differs. */
  | { outcome: 'reused' }
  | { outcome: 'done'; answer: StoredResponse };

/** Remembers which intents were carried out, for every process on the database. */
export interface IdempotencyStore {
  /**
   * @param digest - Of the whole request: the same for the same request only.
   * @param isUpload - Whether a large file is to be worked through.
   */
  claim(intent: IdempotencyKey, digest: string, isUpload: boolean): Promise<Claim>;
  /** Calls `work`; the transactions that it and all that follows from it run are of this intent. */
  runWithLock(held: IdempotencyLock, work: () => void): void;
  /** Keeps the answer for a day. Nothing happens when another request has taken the intent up. */
  complete(held: IdempotencyLock, answer: StoredResponse): Promise<void>;
  /** Frees the key, so that the request can be made again; what was done is not done again. */
  release(held: IdempotencyLock): Promise<void>;
}
