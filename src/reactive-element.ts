/**
 * How a property follows an attribute. By default, its value is the text of the attribute with the
 * property's name in lowercase.
 */
export interface PropertyDeclaration {
  /** Attribute name, or false for none. */
  attribute?: string | false;
  /** With `Boolean`, the property is true while the attribute is present. */
  type?: typeof Boolean;
  /** The class defines its own getter and setter. */
  noAccessor?: boolean;
}

export type PropertyDeclarations = Readonly<Record<string, PropertyDeclaration>>;

/**
 * Base element whose properties follow its attributes, and which batches changes into one update.
 * It implements the subset of Lit's `ReactiveElement` that the entry script needs, with the same
 * names.
 */
export abstract class ReactiveElement extends HTMLElement {
  static properties: PropertyDeclarations = {};

  readonly renderRoot = this.attachShadow({ mode: 'open' });
  #changed = new Set<string>();
  #isPending = false;
  #startUpdates = () => {};
  /** Resolves on the first connection. No update runs before that. */
  readonly #firstConnection = new Promise<void>((resolve) => (this.#startUpdates = resolve));
  #updated = this.#firstConnection.then(() => true);
  protected hasUpdated = false;
  /** If set, the next update waits for this promise. */
  protected updateDelay: Promise<void> | null = null;
  readonly #values = new Map<string, unknown>();
  /** Values that the page set before the element was defined. */
  readonly #presetValues = new Map<string, unknown>();
  readonly #properties: PropertyDeclarations;

  constructor() {
    super();
    this.#properties = new.target.properties;
    for (const name of Object.keys(this.#properties)) {
      if (!Object.hasOwn(this, name)) continue;
      this.#presetValues.set(name, Reflect.get(this, name));
      Reflect.deleteProperty(this, name);
    }
    this.requestUpdate();
  }

  static get observedAttributes(): string[] {
    return Object.entries(this.properties).flatMap((one) => attributeOf(...one) || []);
  }

  /** Defines the accessors of `properties`. Subclasses call it in a static block. */
  protected static createAccessors(): void {
    for (const [name, { noAccessor }] of Object.entries(this.properties)) {
      if (noAccessor) continue;
      Object.defineProperty(this.prototype, name, {
        get(this: ReactiveElement) {
          return this.#values.get(name);
        },
        set(this: ReactiveElement, value: unknown) {
          // Pasted values often have white space around them.
          if (typeof value === 'string') value = value.trim();
          if (Object.is(value, this.#values.get(name))) return;
          this.#values.set(name, value);
          this.#changed.add(name);
          this.requestUpdate();
        },
        enumerable: true,
      });
    }
  }

  /**
   * Resolves when all changes are rendered, with false if the update caused another one and
   * otherwise with true.
   */
  get updateComplete(): Promise<boolean> {
    return this.#updated;
  }

  requestUpdate(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    this.#updated = this.#firstConnection.then(() => this.updateDelay).then(() => this.#update());
  }

  connectedCallback(): void {
    // Attributes have been applied by now, and preset properties take precedence.
    for (const [name, value] of this.#presetValues) Reflect.set(this, name, value);
    this.#presetValues.clear();
    this.#startUpdates();
  }

  attributeChangedCallback(attribute: string, _: string | null, value: string | null): void {
    for (const [name, property] of Object.entries(this.#properties)) {
      if (attributeOf(name, property) !== attribute) continue;
      Reflect.set(this, name, property.type === Boolean ? value !== null : value);
    }
  }

  /** Runs before `update`. Properties set here belong to the same update. */
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
