/** How a property follows an attribute; with nothing said, the text of the one that is called as it is. */
export interface PropertyDeclaration {
  /** Name of the attribute; false for none. */
  attribute?: string | false;
  /** `Boolean`: whether the attribute is there. */
  type?: typeof Boolean;
  /** Has a getter and a setter of its own. */
  noAccessor?: boolean;
}

export type PropertyDeclarations = Readonly<Record<string, PropertyDeclaration>>;

/**
 * An element whose properties follow its attributes, and which is updated once for all that changes at the
 * same time: as much of Lit's `ReactiveElement` as the first text needs, under the same names.
 */
export abstract class ReactiveElement extends HTMLElement {
  static properties: PropertyDeclarations = {};

  readonly renderRoot = this.attachShadow({ mode: 'open' });
  #changed = new Set<string>();
  #isPending = false;
  #begin = () => {};
  /** Nothing is updated before the element is in a document. */
  readonly #begun = new Promise<void>((resolve) => (this.#begin = resolve));
  #updated = this.#begun.then(() => true);
  protected hasUpdated = false;
  /** What the next update waits for. */
  protected updateDelay: Promise<void> | null = null;
  readonly #values = new Map<string, unknown>();
  /** What a page has set before the element was known. */
  readonly #early = new Map<string, unknown>();
  readonly #properties: PropertyDeclarations;

  constructor() {
    super();
    this.#properties = new.target.properties;
    for (const name of Object.keys(this.#properties)) {
      if (!Object.hasOwn(this, name)) continue;
      this.#early.set(name, Reflect.get(this, name));
      Reflect.deleteProperty(this, name);
    }
    this.requestUpdate();
  }

  static get observedAttributes(): string[] {
    return Object.entries(this.properties).flatMap((one) => attributeOf(...one) || []);
  }

  /** Makes the accessors; called by the class that names the properties. */
  protected static createAccessors(): void {
    for (const [name, { noAccessor }] of Object.entries(this.properties)) {
      if (noAccessor) continue;
      Object.defineProperty(this.prototype, name, {
        get(this: ReactiveElement) {
          return this.#values.get(name);
        },
        set(this: ReactiveElement, value: unknown) {
          if (Object.is(value, this.#values.get(name))) return;
          this.#values.set(name, value);
          this.#changed.add(name);
          this.requestUpdate();
        },
        enumerable: true,
      });
    }
  }

  /** Settles when what was set is on screen; with false, when that has led to another update. */
  get updateComplete(): Promise<boolean> {
    return this.#updated;
  }

  requestUpdate(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    this.#updated = this.#begun.then(() => this.updateDelay).then(() => this.#update());
  }

  connectedCallback(): void {
    // After its attributes, which come before.
    for (const [name, value] of this.#early) Reflect.set(this, name, value);
    this.#early.clear();
    this.#begin();
  }

  attributeChangedCallback(attribute: string, _: string | null, value: string | null): void {
    for (const [name, property] of Object.entries(this.#properties)) {
      if (attributeOf(name, property) !== attribute) continue;
      Reflect.set(this, name, property.type === Boolean ? value !== null : value);
    }
  }

  /** What it changes belongs to the same update. */
  protected abstract willUpdate(changed: ReadonlySet<string>): void;

  protected abstract update(changed: ReadonlySet<string>): void;

  #update(): boolean {
    const changed = this.#changed;
    try {
      this.willUpdate(changed);
    } finally {
      this.#changed = new Set();
      this.#isPending = false;
    }
    this.update(changed);
    this.hasUpdated = true;
    return !this.#isPending;
  }
}

function attributeOf(name: string, { attribute = name.toLowerCase() }: PropertyDeclaration) {
  return attribute;
}
