/**
 * Reports that the user followed an external link that is not approved yet. The handler that shows
 * the confirmation dialog calls `preventDefault()`. Otherwise, the request waits for that handler
 * to load.
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

/** Reports a tap in the middle of the page. */
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
