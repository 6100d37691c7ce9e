/**
 * Replaces every `<a data-svc-reader>` with a reader, for sites that strip unknown elements. Without scripts,
 * it remains a link to the book's page.
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

/** Reads the link's `data-` attributes and, for missing ones, its URL, because some editors strip everything else. */
function readerAttributes({ href, attributes, className }: HTMLAnchorElement): Map<string, string> {
  const known: unknown = Reflect.get(customElements.get('svc-reader') ?? {}, 'observedAttributes');
  const names = Array.isArray(known) ? known.map(String) : [];
  const found = new Map<string, string>();
  const address = URL.parse(href);
  if (address?.pathname.endsWith('/v1/reader/embed')) {
    for (const [name, value] of address.searchParams) {
      found.set(name === 'chapter' ? 'start' : name, value);
    }
    // The link's server is always the API, even if the query specifies another one.
    found.set('api', address.href.replace(/\/v1\/reader\/embed.*$/s, ''));
  }
  for (const { name, value } of attributes) {
    const attribute = name.replace(/^data-/, '');
    // An empty attribute does not override a value from the URL.
    if (attribute !== name && (value || !found.has(attribute))) found.set(attribute, value);
  }
  for (const name of found.keys()) if (!names.includes(name)) found.delete(name);
  if (className) found.set('class', className);
  return found;
}

await customElements.whenDefined('svc-reader');
upgradeLinks();
// A classic script may run before the page is parsed.
document.addEventListener('DOMContentLoaded', upgradeLinks);
