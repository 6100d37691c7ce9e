/**
 * The user followed a link to an external address that is not yet approved. The handler that shows the
 * confirmation dialog calls `preventDefault()`; otherwise the request waits for that handler to load.
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
