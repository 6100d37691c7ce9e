/**
 * A link out of the book was followed to a place that the person has not agreed to yet. Whoever asks the
 * person prevents its default, which is to wait for somebody who does.
 */
export class LeaveRequestEvent extends Event {
  static readonly type = 'svc-leave-request';
  readonly href: string;
  readonly link: Element;
  constructor(href: string, link: Element) {
    super(LeaveRequestEvent.type, { bubbles: true, composed: true, cancelable: true });
    this.href = href;
    this.link = link;
  }
}

/** The middle of the page was tapped. */
export class PageTapEvent extends Event {
  static readonly type = 'svc-page-tap';
  constructor() {
    super(PageTapEvent.type);
  }
}

declare global {
  interface HTMLElementEventMap {
    'svc-leave-request': LeaveRequestEvent;
  }
}
