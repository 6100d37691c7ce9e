/** Where a link out of a book leads, as a person is told of it. */
export interface OuterPlace {
  /** The website's host, or whom another program is opened for: an address, a number. */
  name: string;
  isSite: boolean;
}

const agreed = new Set<string>();

/** Hosts are told as the network knows them: letters that look like others give no one away. */
export function outerPlace(href: string): OuterPlace {
  const { protocol, host, pathname } = new URL(href);
  const isSite = protocol === 'http:' || protocol === 'https:';
  return { name: isSite ? host : decoded(pathname), isSite };
}

/** Whether the person has agreed to leave for this website since the page was loaded. */
export function hasAgreed(href: string): boolean {
  return agreed.has(new URL(href).origin);
}

/** Remembers a website; other programs are asked for each time. */
export function agreeTo(href: string): void {
  if (outerPlace(href).isSite) agreed.add(new URL(href).origin);
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
