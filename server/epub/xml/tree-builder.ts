import { epubFailure } from '../failure-reasons.ts';
import type { XmlAttribute, XmlElement, XmlNode } from './node.ts';

/** Deeper elements are merged into their ancestor because later code walks the tree recursively. */
const MAX_KEPT_DEPTH = 200;
/** Limited because the parsers' run time grows quadratically with the depth. */
const MAX_DEPTH = 1000;
const MAX_NODES = 1_000_000;

/**
 * Builds the element tree from the parser events of either parser.
 *
 * @throws Failure `epub_unsafe` if it exceeds a million nodes or a thousand levels.
 */
export class TreeBuilder {
  root: XmlElement | null = null;
  /** Number of elements and text nodes so far. */
  nodes = 0;
  readonly #path: string;
  readonly #open: { element: XmlElement; firstChild: number }[] = [];
  // Children are stored here until their parent is closed, which copies them into an array of the
  // exact length.
  readonly #pending: XmlNode[] = [];
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
    this.#open.push({ element, firstChild: this.#pending.length });
  }

  close(): void {
    this.#depth -= 1;
    if (this.#depth >= MAX_KEPT_DEPTH) return;
    const closed = this.#open.pop();
    if (!closed) return;
    closed.element.children = this.#pending.slice(closed.firstChild);
    this.#pending.length = closed.firstChild;
  }

  text(text: string): void {
    const parent = this.#open.at(-1);
    if (!parent) return;
    const last = this.#pending.length > parent.firstChild ? this.#pending.at(-1) : undefined;
    if (typeof last === 'string') this.#pending[this.#pending.length - 1] = last + text;
    else this.#add(text);
  }

  #add(node: XmlNode): void {
    this.nodes += 1;
    if (this.nodes > MAX_NODES) {
      throw epubFailure('xml_too_many_nodes', `“${this.#path}” has more than ${MAX_NODES} nodes.`);
    }
    this.#pending.push(node);
  }
}

const noChildren: XmlNode[] = [];
