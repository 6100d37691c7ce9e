/** Stores bytes under the SHA-256 of their content. */
export interface ObjectStore {
  /** Location of the objects, such as `s3://books`, without credentials. */
  readonly url: string;
  /**
   * Stores an object. Has no effect if it is already stored. The object is durable when the promise
   * resolves.
   */
  put(hash: string, bytes: Uint8Array): Promise<void>;
  /** Returns null if there is no object with this hash. */
  get(hash: string): Promise<Uint8Array | null>;
  /** Has no effect if there is no object with this hash. */
  remove(hash: string): Promise<void>;
}

/** The object store cannot be reached or rejected a request, or an object is missing or damaged. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

/** A hex digest, which is safe in paths and keys. */
const objectHashPattern = /^[0-9a-f]{64}$/;

/** @throws Error if the string is not a hex SHA-256, which is a bug. */
export function objectName(hash: string): string {
  if (!objectHashPattern.test(hash)) throw new Error(`${hash} is not the SHA-256 of an object.`);
  // At most 256 names per folder level.
  return `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;
}
