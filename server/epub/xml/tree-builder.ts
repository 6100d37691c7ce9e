import { Failure } from '../../failure.ts';
import type { XmlAttribute, XmlElement } from './node.ts';

/** Deeper elements join their ancestor: everything after this may walk the tree by recursion. */
const DEEPEST = 200;
const MOST_NODES = 1_000_000;

/**
 * Builds the element tree from a parser's events, whichever parser it is.
 *
 * @throws Failure `epub_unsafe` past a million nodes.
 */
export class TreeBuilder {
  root: XmlElement | null = null;
  readonly #open: XmlElement[] = [];
  readonly #path: string;
  #depth = 0;
  #nodes = 0;

  constructor(path: string) {
    this.#path = path;
  }

  get current(): XmlElement | undefined {
    return this.#open.at(-1);
  }

  open(name: string, namespace: string, attributes: XmlAttribute[]): void {
    this.#count();
    this.#depth += 1;
    if (this.#depth > DEEPEST) return;
    const element: XmlElement = { name, namespace, attributes, children: [] };
    const parent = this.current;
    if (parent) parent.children.push(element);
    else this.root ??= element;
    this.#open.push(element);
  }

  close(): void {
    if (this.#depth <= DEEPEST) this.#open.pop();
    this.#depth -= 1;
  }

  text(text: string): void {
    const siblings = this.current?.children;
    if (!siblings) return;
    const last = siblings.at(-1);
    if (typeof last === 'string') siblings[siblings.length - 1] = last + text;
    else {
      this.#count();
      siblings.push(text);
    }
  }

  #count(): void {
    this.#nodes += 1;
    if (this.#nodes > MOST_NODES) {
      throw new Failure('epub_unsafe', `“${this.#path}” has more than ${MOST_NODES} nodes.`);
    }
  }
}
