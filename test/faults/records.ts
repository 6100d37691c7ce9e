/** An event as recorded in the log. */
export interface LogEntry {
  position: number;
  id: string;
  type: string;
  sequence: number;
  /** Label of the change, from the client's data. */
  label: string;
  /** The resource that the sequence belongs to. */
  resource: string;
  bookId: string | null;
}

/** A delivery as received by an endpoint. */
export interface Receipt {
  endpoint: string;
  id: string;
  /** SHA-256 of the body. */
  digest: string;
  sequence: number;
  /** Whether the official package accepted its signature. */
  isVerified: boolean;
}

export interface Account {
  name: string;
  log: LogEntry[];
  /** Labels of all acknowledged changes. */
  acknowledged: string[];
  /** Labels of all rows that the API returns at the end, without removed rows. */
  rows: string[];
}

export interface Endpoint {
  id: string;
  account: string;
  /** Whether the endpoint is subscribed to an event of its account. */
  wants: (entry: LogEntry) => boolean;
}

export interface Records {
  accounts: Account[];
  endpoints: Endpoint[];
  receipts: Receipt[];
}
