/**
 * Makes a reader of every `<a data-svc-reader>`, for sites that strip tags they do not know. Until then,
 * and wherever no script runs, it is a link to the page of the book.
 */
function upgradeLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-svc-reader]')) {
    const attributes = readerAttributes(link);
    if (!attributes.has('book')) continue;
    const reader = document.createElement('svc-reader');
    for (const [name, value] of attributes) reader.setAttribute(name, value);
    link.replaceWith(reader);
  }
}

/** What the link’s `data-` attributes say, else its address: some editors keep nothing but that. */
function readerAttributes({ href, attributes, className }: HTMLAnchorElement): Map<string, string> {
  const known: unknown = Reflect.get(customElements.get('svc-reader') ?? {}, 'observedAttributes');
  const names = Array.isArray(known) ? known.map(String) : [];
  const found = new Map<string, string>();
  const address = URL.parse(href);
  if (address?.pathname.endsWith('/v1/reader/embed')) {
    for (const [name, value] of address.searchParams) {
      found.set(name === 'chapter' ? 'start' : name, value);
    }
    // Where the link leads, whatever its query says.
    found.set('api', address.href.replace(/\/v1\/reader\/embed.*$/s, ''));
  }
  for (const { name, value } of attributes) {
    const own = name.replace(/^data-/, '');
    // An empty one says nothing but that it is there.
    if (own !== name && (value || !found.has(own))) found.set(own, value);
  }
  for (const name of found.keys()) if (!names.includes(name)) found.delete(name);
  if (className) found.set('class', className);
  return found;
}

await customElements.whenDefined('svc-reader');
upgradeLinks();
// A classic script may be done before the page is.
document.addEventListener('DOMContentLoaded', upgradeLinks);
