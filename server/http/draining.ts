/**
 * Whether the process is about to stop, so that load balancers must send new requests elsewhere.
 */
export interface Draining {
  readonly isDraining: boolean;
  /** From now on, `/readyz` returns 503, and every response closes its connection. */
  start(): void;
}

export function createDraining(): Draining {
  let isDraining = false;
  return {
    get isDraining() {
      return isDraining;
    },
    start() {
      isDraining = true;
    },
  };
}
