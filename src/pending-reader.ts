import { ReaderAttributes } from './reader-attributes.ts';

/** Number of readers on a page that open immediately. Further readers wait until they are near. */
const maxEager = 10;

let connected = 0;

/** The reader before its book is near and its controls have loaded. */
export abstract class PendingReader extends ReaderAttributes {
  /** Whether the next update opens the book. */
  protected isOpenDue = false;
  #held: Event[] | null = [];

  /**
   * Returns the requests and key presses that arrived before the controls loaded, and stops
   * collecting new ones.
   */
  readonly takeEarlyInput = (): Event[] => {
    const held = this.#held ?? [];
    this.#held = null;
    return held;
  };

  /** Collects requests until the code that handles them has loaded. */
  override dispatchEvent(event: Event): boolean {
    return this.#held && event.type.endsWith('-request')
      ? this.#held.push(event) > 0
      : super.dispatchEvent(event);
  }

  /**
   * Sets `isOpenDue` immediately or, if the reader is lazy or one of many, when it is near the
   * viewport.
   */
  protected waitUntilNear(signal: AbortSignal): void {
    const open = () => {
      if (signal.aborted) return;
      // Listen only now, because a distant reader would hold all key presses on the page.
      addEventListener('keydown', (event) => this.#held?.push(event), { signal });
      this.isOpenDue = true;
      this.requestUpdate();
    };
    connected++;
    signal.addEventListener('abort', () => connected--);
    const { loading } = this;
    if (loading === 'lazy' || (connected > maxEager && loading !== 'eager'))
      import('./ui/when-near.ts').then(({ whenNear }) => whenNear(this, open, signal), open);
    else open();
  }
}
