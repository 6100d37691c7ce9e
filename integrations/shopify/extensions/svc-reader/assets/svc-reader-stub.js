/*
 * Loads the reader when its block approaches the viewport or the customer opens it, adds books to
 * the cart, and updates when the customer selects another variant. Themes load this file on every
 * page with a block, so it must stay small.
 */
(() => {
  /** Distance from the viewport in px at which the reader loads. */
  const nearPx = 200;

  const readers = () => document.querySelectorAll('svc-reader[data-load]');
  const started = new WeakSet();

  function start(reader) {
    const load = () => {
      const script = new URL('/svc-reader.js', reader.getAttribute('api'));
      import(script.href).catch(() => show(reader, reader.dataset.failed));
    };
    reader.querySelector('button')?.addEventListener('click', load, { once: true });
    if (reader.dataset.load !== 'visible') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        load();
      },
      { rootMargin: `${nearPx}px` },
    );
    observer.observe(reader);
  }

  function startAll() {
    for (const reader of readers()) {
      if (!started.has(reader)) start(reader);
      started.add(reader);
    }
  }

  function show(reader, text) {
    const status = reader.parentElement?.querySelector('.svc-reader-status');
    if (status) status.textContent = text ?? '';
  }

  /** Adds the variant to the cart. Hidden line item properties start with an underscore. */
  async function addToCart(reader, { clickId }) {
    const { variant, add, cart, after, added, failed } = reader.dataset;
    const properties = clickId ? { _svc_click: clickId } : {};
    try {
      const response = await fetch(`${add}.js`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify({ items: [{ id: Number(variant), quantity: 1, properties }] }),
      });
      const answer = await response.json();
      if (!response.ok) return show(reader, answer.description || failed);
      if (after === 'cart') return location.assign(cart);
      show(reader, added);
      // Event with which themes update their cart.
      document.dispatchEvent(new CustomEvent('cart:refresh', { bubbles: true }));
    } catch {
      show(reader, failed);
    }
  }

  document.addEventListener('svc-buy-request', (event) => {
    const reader = event.target;
    // Without a variant, the reader's own buy link opens the shop.
    if (!reader.dataset?.variant) return;
    event.preventDefault();
    void addToCart(reader, event);
  });

  // Field of the product form that themes change when the customer selects another variant.
  document.addEventListener('change', ({ target }) => {
    const form = target.closest?.(
      'form[action*="/cart/add"], product-form, variant-selects, variant-radios',
    );
    if (!form) return;
    const id = document.querySelector('form[action*="/cart/add"] [name="id"]')?.value;
    for (const reader of readers()) {
      const barcodes = JSON.parse(reader.dataset.barcodes ?? '{}');
      if (!id || !(id in barcodes)) continue;
      reader.dataset.variant = id;
      if (barcodes[id]) reader.setAttribute('book', `isbn:${barcodes[id]}`);
    }
  });

  startAll();
  // The theme editor replaces sections.
  document.addEventListener('shopify:section:load', startAll);
})();
