/** An event of the reader that bubbles across shadow roots. Its class names the type. */
export abstract class PublicEvent extends Event {
  static readonly type: string = '';

  /** @param fields - Properties of the event, or none for a request without parameters. */
  constructor(fields: object = {}) {
    super(new.target.type, { bubbles: true, composed: true });
    Object.assign(this, fields);
  }
}
