/** An event as the log tells it. */
export interface LogEntry {
  position: number;
  id: string;
  type: string;
  sequence: number;
  /** What happened to what, in the words of the client that did it. */
  label: string;
  /** What the sequence is of. */
  resource: string;
  bookId: string | null;
}

/** A delivery as an endpoint got it. */
export interface Receipt {
  endpoint: string;
  id: string;
  /** SHA-256 of the body. */
  digest: string;
  sequence: number;
  /** Whether the official package took its signature. */
  isVerified: boolean;
}

export interface Account {
  name: string;
  log: LogEntry[];
  /** A mark of every change that was acknowledged. */
  acknowledged: string[];
  /** A mark for every row that the API shows in the end; what was removed is not among them. */
  rows: string[];
}

export interface Endpoint {
  id: string;
  account: string;
  /** Whether an event of its account is for it. */
  wants: (entry: LogEntry) => boolean;
}

export interface Records {
  accounts: Account[];
  endpoints: Endpoint[];
  receipts: Receipt[];
}
