/** Colours of highlights; those of `src/marks/mark.ts`. */
type Color = 'yellow' | 'green' | 'blue' | 'pink' | 'purple';

/** What may be asked of the person’s marks. */
export type MarkRequest =
  /** Highlights the selected text; without a colour, in the one that was used last. */
  | { type: 'highlight'; color?: Color }
  /** The same, and opens a field for a note. */
  | { type: 'note' }
  | { type: 'change'; id: string; color?: Color; note?: string }
  | { type: 'delete'; id: string }
  /** Brings back what was deleted last. */
  | { type: 'undo' }
  | { type: 'go'; id: string }
  /** Copies the selected text, or a mark’s, with where it is from. */
  | { type: 'copy'; id?: string }
  /** Looks for the selected text in the book. */
  | { type: 'find' }
  | { type: 'export'; format: 'json' | 'markdown' }
  | { type: 'import'; file: Blob }
  /** Loads the marks of the store anew: they were changed elsewhere. */
  | { type: 'reload' };

/** Asks to make, change, show or move marks. */
export class MarkRequestEvent extends Event {
  static readonly type = 'svc-mark-request';
  readonly request: MarkRequest;
  constructor(request: MarkRequest) {
    super(MarkRequestEvent.type, { bubbles: true, composed: true });
    this.request = request;
  }
}

declare global {
  interface HTMLElementEventMap {
    'svc-mark-request': MarkRequestEvent;
  }
}
