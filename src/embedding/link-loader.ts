const selector = 'a[data-svc-reader]';

/** Replaces a link with a reader. A link without a book remains a link. */
function upgradeLink(link: Element): void {
  if (!(link instanceof HTMLAnchorElement)) return;
  const attributes = readerAttributes(link);
  if (!attributes.has('book')) return;
  const reader = document.createElement('svc-reader');
  for (const [name, value] of attributes) reader.setAttribute(name, value);
  link.replaceWith(reader);
}

function upgradeIn(node: Node): void {
  if (!(node instanceof Element)) return;
  if (node.matches(selector)) upgradeLink(node);
  else for (const link of node.querySelectorAll(selector)) upgradeLink(link);
}

/**
 * Reads the link's `data-` attributes and, for missing ones, its URL, because some editors strip
 * everything else.
 */
function readerAttributes({ href, attributes, className }: HTMLAnchorElement): Map<string, string> {
  const known: unknown = Reflect.get(customElements.get('svc-reader') ?? {}, 'observedAttributes');
  const names = Array.isArray(known) ? known.map(String) : [];
  const found = new Map<string, string>();
  const address = URL.parse(href);
  const isServedPage = address?.pathname.endsWith('/v1/reader/embed') ?? false;
  const bookOnDomain = /\/books\/(?:[^/]*-)?(bk_[0-9A-Za-z]+)$/.exec(address?.pathname ?? '')?.[1];
  if (address && (isServedPage || bookOnDomain)) {
    for (const [name, value] of address.searchParams) {
      found.set(name === 'chapter' ? 'start' : name, value);
    }
    // The link's server is always the API, even if the query specifies another one.
    if (isServedPage) found.set('api', address.href.replace(/\/v1\/reader\/embed.*$/s, ''));
    else found.delete('api');
  }
  if (bookOnDomain) found.set('book', bookOnDomain);
  for (const { name, value } of attributes) {
    const attribute = name.replace(/^data-/, '');
    // An empty attribute does not override a value from the URL.
    if (attribute !== name && (value || !found.has(attribute))) found.set(attribute, value);
  }
  for (const name of found.keys()) if (!names.includes(name)) found.delete(name);
  if (className) found.set('class', className);
  return found;
}

/**
 * Replaces every `<a data-svc-reader>` with a reader, for sites that strip unknown elements,
 * including links that are added later. Without scripts, they remain links to the book's page.
 */
await customElements.whenDefined('svc-reader');
upgradeIn(document.documentElement);
// The page may not be parsed yet, and site frameworks such as Turbo and htmx replace parts of it.
new MutationObserver((changes) => {
  for (const { addedNodes, target, type } of changes) {
    if (type === 'attributes') upgradeIn(target);
    else for (const node of addedNodes) if (node.isConnected) upgradeIn(node);
  }
}).observe(document, { subtree: true, childList: true, attributeFilter: ['data-svc-reader'] });
