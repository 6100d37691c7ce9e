import { SaxesParser } from 'saxes';
import { type ParsedEntry, UnreadableFileError } from '../contract.ts';
import type { OnixElement } from './onix-element.ts';
import { readProduct } from './read-product.ts';
import { referenceNames } from './short-tags.ts';

const maxProductLength = 4 * 1024 * 1024;
const maxDepth = 100;
const chunkLength = 65_536;

/**
 * The products of an ONIX 3.0 message, in reference names or short tags. A DOCTYPE is skipped,
 * whatever it declares: no entity but XML's own five is known. A product with a fault is refused and
 * the next one read; `place` is the number of the product.
 *
 * @throws UnreadableFile where it is no ONIX, or the XML breaks off.
 */
export async function* readOnix(
  chunks: AsyncIterable<Buffer>,
  head: Buffer,
): AsyncGenerator<ParsedEntry[]> {
  const message = new MessageReader();
  const decoder = createDecoder(head);
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    for (let at = 0; at < text.length; at += chunkLength) {
      yield message.read(text.slice(at, at + chunkLength));
    }
  }
  yield message.read(decoder.decode());
  yield message.end();
}

class MessageReader {
  readonly #parser = new SaxesParser({ xmlns: false });
  readonly #open: OnixElement[] = [];
  #entries: ParsedEntry[] = [];
  #place = 0;
  #depth = 0;
  #size = 0;
  #silence = 0;
  #fault: string | null = null;
  #isInProduct = false;
  #isMessage = false;
  #isClosed = false;
  #currency: string | null = null;

  constructor() {
    this.#parser.on('opentag', ({ name, attributes }) => this.#start(name, attributes));
    this.#parser.on('closetag', () => this.#end());
    this.#parser.on('text', (text) => this.#text(text));
    this.#parser.on('cdata', (text) => this.#text(text));
    this.#parser.on('error', ({ message }) => {
      if (this.#isInProduct) this.#fault ??= `is not well-formed XML (${message})`;
      else if (!this.#isClosed)
        throw new UnreadableFileError(`It is no well-formed XML: ${message}`);
    });
  }

  read(text: string): ParsedEntry[] {
    this.#parser.write(text);
    // The parser itself holds on to a tag or a text until it ends.
    this.#silence += text.length;
    if (this.#silence > maxProductLength) {
      throw new UnreadableFileError(
        `There are more than 4 MB in one piece behind record ${this.#place}.`,
      );
    }
    return this.#taken();
  }

  end(): ParsedEntry[] {
    if (!this.#isMessage) throw new UnreadableFileError('It is empty.');
    if (!this.#isClosed) {
      throw new UnreadableFileError(`The XML ends too early, in or behind record ${this.#place}.`);
    }
    return this.#taken();
  }

  #taken(): ParsedEntry[] {
    const entries = this.#entries;
    this.#entries = [];
    return entries;
  }

  #start(qualifiedName: string, attributes: Record<string, string>) {
    this.#silence = 0;
    const local = qualifiedName.slice(qualifiedName.indexOf(':') + 1);
    const name = referenceNames[local] ?? local;
    this.#depth += 1;
    if (this.#depth === 1) this.#startMessage(name, attributes);
    if (name === 'Product' && this.#depth === 2) {
      this.#isInProduct = true;
      this.#place += 1;
      this.#size = 0;
      this.#fault = null;
    }
    if (this.#depth > maxDepth) {
      if (!this.#isInProduct) throw new UnreadableFileError('It is nested too deep.');
      this.#fault ??= `is nested more than ${maxDepth} levels deep`;
    }
    if (this.#depth > 1 && !this.#fault) {
      const element: OnixElement = { name, attributes, children: [] };
      this.#open.at(-1)?.children.push(element);
      this.#open.push(element);
    }
    this.#grow(name.length);
  }

  #startMessage(name: string, { release }: Record<string, string>) {
    this.#isMessage = true;
    if (name !== 'ONIXMessage')
      throw new UnreadableFileError(`It is no ONIX message, but “${name}”.`);
    if (release?.startsWith('2')) {
      throw new UnreadableFileError(`It is ONIX ${release}: only ONIX 3.0 and later is read.`);
    }
  }

  #end() {
    this.#silence = 0;
    this.#depth -= 1;
    if (this.#depth === 0) this.#isClosed = true;
    if (this.#depth !== 1) {
      if (!this.#fault) this.#open.pop();
      return;
    }
    const [element] = this.#open;
    this.#open.length = 0;
    if (this.#isInProduct) this.#finish(element);
    else if (element?.name === 'Header') {
      this.#currency = headerCurrency(element);
    }
    this.#isInProduct = false;
    this.#fault = null;
  }

  #finish(element: OnixElement | undefined) {
    const position = this.#place;
    if (this.#fault || !element) {
      const reason = this.#fault ?? 'is empty';
      this.#entries.push({ position, kind: 'refused', reason });
    } else {
      this.#entries.push({ position, ...readProduct(element, this.#currency) });
    }
  }

  #text(text: string) {
    this.#silence = 0;
    this.#grow(text.length);
    if (text.includes('\ufffd')) this.#fault ??= 'holds bytes that are none of its encoding';
    if (!this.#fault) this.#open.at(-1)?.children.push(text);
  }

  #grow(length: number) {
    this.#size += length + 16;
    if (this.#size <= maxProductLength || !this.#isInProduct) return;
    this.#fault ??= 'is larger than 4 MB';
    for (const element of this.#open) element.children.length = 0;
  }
}

function headerCurrency({ children }: OnixElement): string | null {
  for (const child of children) {
    if (typeof child !== 'string' && child.name === 'DefaultCurrencyCode') {
      return child.children.join('').trim();
    }
  }
  return null;
}

/** By byte order mark, else by the XML declaration, else UTF-8 (XML 1.0, appendix F). */
function createDecoder(head: Buffer): TextDecoder {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le');
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be');
  const start = head.subarray(0, 256).toString('latin1').replace('\xef\xbb\xbf', '');
  const label = /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)["']/i.exec(start)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label);
  } catch (cause) {
    throw new UnreadableFileError(`Its encoding “${label}” is not known.`, cause);
  }
}
