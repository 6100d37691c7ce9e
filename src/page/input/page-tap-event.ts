/** The middle of the page was tapped. */
export class PageTapEvent extends Event {
  static readonly type = 'svc-page-tap';
  constructor() {
    super(PageTapEvent.type);
  }
}
