import { SaxesParser } from 'saxes';
import { type ParsedEntry, UnreadableFileError } from '../contract.ts';
import type { OnixElement } from './onix-element.ts';
import { readProduct } from './read-product.ts';
import { referenceNames } from './short-tags.ts';

const maxProductLength = 4 * 1024 * 1024;
const maxDepth = 100;
const chunkLength = 65_536;

/**
 * Reads the products of an ONIX 3.0 message, in reference names or short tags. Ignores the DOCTYPE,
 * so only XML's five predefined entities are supported. Invalid products are rejected individually.
 * `position` is the number of the product.
 *
 * @throws UnreadableFileError if it is not ONIX or the XML is incomplete.
 */
export async function* readOnix(
  chunks: AsyncIterable<Buffer>,
  head: Buffer,
): AsyncGenerator<ParsedEntry[]> {
  const message = new MessageReader();
  const decoder = createDecoder(head);
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    for (let start = 0; start < text.length; start += chunkLength) {
      yield message.read(text.slice(start, start + chunkLength));
    }
  }
  yield message.read(decoder.decode());
  yield message.end();
}

class MessageReader {
  readonly #parser = new SaxesParser({ xmlns: false });
  readonly #open: OnixElement[] = [];
  #entries: ParsedEntry[] = [];
  #position = 0;
  #depth = 0;
  #size = 0;
  #lengthSinceEvent = 0;
  #problem: string | null = null;
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
      if (this.#isInProduct) this.#problem ??= `is not well-formed XML (${message})`;
      else if (!this.#isClosed)
        throw new UnreadableFileError(`The file is not well-formed XML: ${message}`);
    });
  }

  read(text: string): ParsedEntry[] {
    this.#parser.write(text);
    // The parser buffers a tag or text until it is complete.
    this.#lengthSinceEvent += text.length;
    if (this.#lengthSinceEvent > maxProductLength) {
      throw new UnreadableFileError(
        `Found more than 4 MB without a complete element after record ${this.#position}.`,
      );
    }
    return this.#takeEntries();
  }

  end(): ParsedEntry[] {
    if (!this.#isMessage) throw new UnreadableFileError('The file is empty.');
    if (!this.#isClosed) {
      throw new UnreadableFileError(
        `The XML ends unexpectedly in or after record ${this.#position}.`,
      );
    }
    return this.#takeEntries();
  }

  #takeEntries(): ParsedEntry[] {
    const entries = this.#entries;
    this.#entries = [];
    return entries;
  }

  #start(qualifiedName: string, attributes: Record<string, string>) {
    this.#lengthSinceEvent = 0;
    const local = qualifiedName.slice(qualifiedName.indexOf(':') + 1);
    const name = referenceNames[local] ?? local;
    this.#depth += 1;
    if (this.#depth === 1) this.#startMessage(name, attributes);
    if (name === 'Product' && this.#depth === 2) {
      this.#isInProduct = true;
      this.#position += 1;
      this.#size = 0;
      this.#problem = null;
    }
    if (this.#depth > maxDepth) {
      if (!this.#isInProduct) throw new UnreadableFileError('The file is nested too deeply.');
      this.#problem ??= `is nested more than ${maxDepth} levels deep`;
    }
    if (this.#depth > 1 && !this.#problem) {
      const element: OnixElement = { name, attributes, children: [] };
      this.#open.at(-1)?.children.push(element);
      this.#open.push(element);
    }
    this.#countLength(name.length);
  }

  #startMessage(name: string, { release }: Record<string, string>) {
    this.#isMessage = true;
    if (name !== 'ONIXMessage')
      throw new UnreadableFileError(`The file’s root element is “${name}”, not an ONIX message.`);
    if (release?.startsWith('2')) {
      throw new UnreadableFileError(
        `The file is ONIX ${release}, but only ONIX 3.0 and later are supported.`,
      );
    }
  }

  #end() {
    this.#lengthSinceEvent = 0;
    this.#depth -= 1;
    if (this.#depth === 0) this.#isClosed = true;
    if (this.#depth !== 1) {
      if (!this.#problem) this.#open.pop();
      return;
    }
    const [element] = this.#open;
    this.#open.length = 0;
    if (this.#isInProduct) this.#finishProduct(element);
    else if (element?.name === 'Header') {
      this.#currency = headerCurrency(element);
    }
    this.#isInProduct = false;
    this.#problem = null;
  }

  #finishProduct(element: OnixElement | undefined) {
    const position = this.#position;
    if (this.#problem || !element) {
      const reason = this.#problem ?? 'is empty';
      this.#entries.push({ position, kind: 'refused', reason });
    } else {
      this.#entries.push({ position, ...readProduct(element, this.#currency) });
    }
  }

  #text(text: string) {
    this.#lengthSinceEvent = 0;
    this.#countLength(text.length);
    if (text.includes('\ufffd'))
      this.#problem ??= 'contains bytes that are invalid in its encoding';
    if (!this.#problem) this.#open.at(-1)?.children.push(text);
  }

  #countLength(length: number) {
    this.#size += length + 16;
    if (this.#size <= maxProductLength || !this.#isInProduct) return;
    this.#problem ??= 'is larger than 4 MB';
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

/**
 * Selects the encoding from the byte order mark or else the XML declaration. Defaults to UTF-8 (XML
 * 1.0, appendix F).
 */
function createDecoder(head: Buffer): TextDecoder {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le');
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be');
  const start = head.subarray(0, 256).toString('latin1').replace('\xef\xbb\xbf', '');
  const label = /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)["']/i.exec(start)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label);
  } catch (cause) {
    throw new UnreadableFileError(`The encoding “${label}” is not supported.`, cause);
  }
}
