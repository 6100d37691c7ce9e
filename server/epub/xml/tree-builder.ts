import { epubFailure } from '../failure-reasons.ts';
import type { XmlAttribute, XmlElement, XmlNode } from './node.ts';

/** Deeper elements join their ancestor: everything after this may walk the tree by recursion. */
const MAX_KEPT_DEPTH = 200;
/** The parsers' own time grows with the square of the depth. */
const MAX_DEPTH = 1000;
const MAX_NODES = 1_000_000;

/**
 * Builds the element tree from a parser's events, whichever parser it is.
 *
 * @throws Failure `epub_unsafe` past a million nodes or a thousand levels.
 */
export class TreeBuilder {
  root: XmlElement | null = null;
  /** Elements and texts so far. */
  nodes = 0;
  readonly #path: string;
  readonly #open: { element: XmlElement; firstChild: number }[] = [];
  // Children wait here until their parent closes and takes them in an array of the right length.
  readonly #waiting: XmlNode[] = [];
  #depth = 0;

  constructor(path: string) {
    this.#path = path;
  }

  get current(): XmlElement | undefined {
    return this.#open.at(-1)?.element;
  }

  open(name: string, namespace: string, attributes: XmlAttribute[]): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) {
      throw epubFailure('xml_too_deep', `“${this.#path}” is nested more than 1000 levels deep.`);
    }
    if (this.#depth > MAX_KEPT_DEPTH) return;
    const element: XmlElement = { name, namespace, attributes, children: noChildren };
    if (this.#open.length > 0) this.#add(element);
    else this.root ??= element;
    this.#open.push({ element, firstChild: this.#waiting.length });
  }

  close(): void {
    this.#depth -= 1;
    if (this.#depth >= MAX_KEPT_DEPTH) return;
    const closed = this.#open.pop();
    if (!closed) return;
    closed.element.children = this.#waiting.slice(closed.firstChild);
    this.#waiting.length = closed.firstChild;
  }

  text(text: string): void {
    const parent = this.#open.at(-1);
    if (!parent) return;
    const last = this.#waiting.length > parent.firstChild ? this.#waiting.at(-1) : undefined;
    if (typeof last === 'string') this.#waiting[this.#waiting.length - 1] = last + text;
    else this.#add(text);
  }

  #add(node: XmlNode): void {
    this.nodes += 1;
    if (this.nodes > MAX_NODES) {
      throw epubFailure('xml_too_many_nodes', `“${this.#path}” has more than ${MAX_NODES} nodes.`);
    }
    this.#waiting.push(node);
  }
}

const noChildren: XmlNode[] = [];
