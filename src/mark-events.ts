import type { MarkAnnotation } from './marks/annotation.ts';

/** A bookmark, a highlight or a note was made, changed or deleted by the person. */
export class MarkChangeEvent extends Event {
  static readonly type = 'svc-mark-change';
  readonly bookId: string;
  readonly change: 'added' | 'changed' | 'removed';
  /** A Web Annotation: plain JSON. */
  readonly annotation: MarkAnnotation;
  constructor(bookId: string, change: 'added' | 'changed' | 'removed', annotation: MarkAnnotation) {
    super(MarkChangeEvent.type, { bubbles: true, composed: true });
    this.bookId = bookId;
    this.change = change;
    this.annotation = annotation;
  }
}

declare global {
  interface HTMLElementEventMap {
    'svc-mark-change': MarkChangeEvent;
  }
}
