/** One intent of one account: the same key on another route is another intent. */
export interface Intent {
  accountId: string;
  /** Method and pattern of the route, such as `POST /v1/books`. */
  route: string;
  /** What the client sent as `Idempotency-Key`. */
  key: string;
}

/** An answer as it is sent again. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** What a request with a key finds. */
export type Claim =
  /** Nobody has done this: the caller does it, then calls `finish` or `release` with the token. */
  | { outcome: 'claimed'; token: string }
  /** The same request is being done now. */
  | { outcome: 'running' }
  /** The key stands for a request that differs. */
  | { outcome: 'reused' }
  | { outcome: 'done'; answer: StoredAnswer };

/** Remembers which intents were carried out, for every process on the database. */
export interface IdempotencyStore {
  /** @param digest - Of the whole request: the same for the same request only. */
  claim(intent: Intent, digest: string): Promise<Claim>;
  /** Keeps the answer for a day. Nothing happens when the claim has run out. */
  finish(intent: Intent, token: string, answer: StoredAnswer): Promise<void>;
  /** Frees the key, so that the request can be made again. */
  release(intent: Intent, token: string): Promise<void>;
}
