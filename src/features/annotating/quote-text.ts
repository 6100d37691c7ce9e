import type { Embed } from '../../../server/reading-sessions/contract.ts';

/** Authors of the book, or empty. */
export function authorsOf({ book }: Embed): string {
  return book.contributors
    .filter(({ role }) => role === 'aut')
    .map(({ name }) => name)
    .join(', ');
}

/** The quote with the authors and the title of the book. */
function withSource(quote: string, embed: Embed): string {
  const source = [authorsOf(embed), embed.book.title].filter((part) => part !== '').join(', ');
  return `“${quote}”\n${source}`;
}

/** Copies a quote with its source and the page URL. Resolves to false if that is not allowed. */
export function copyQuote(quote: string, embed: Embed): Promise<boolean> {
  return copyText(`${withSource(quote, embed)}\n${location.href}`);
}

/** Opens the device's share sheet. Resolves to false if it cannot be opened. */
export async function shareQuote(quote: string, embed: Embed): Promise<boolean> {
  try {
    const { title } = embed.book;
    await navigator.share({ title, text: withSource(quote, embed), url: location.href });
    return true;
  } catch (error) {
    // The user closed the share sheet.
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

/** Copies text on pages without TLS, where `navigator.clipboard` is missing. */
function copyByCommand(text: string): boolean {
  let isCopied = false;
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isCopied = true;
  };
  document.addEventListener('copy', onCopy, { capture: true });
  document.execCommand('copy');
  document.removeEventListener('copy', onCopy, { capture: true });
  return isCopied;
}
