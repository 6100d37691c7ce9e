/**
 * Frames with `sandbox="allow-scripts"`, as WordPress creates for pasted URLs: popups and
 * navigation of the containing page are blocked. WordPress accepts two messages from such a frame,
 * which contain the secret from the frame's URL (`wp-embed.js`): the height, and a link on the
 * frame's own host to navigate to.
 */

/** The secret that WordPress adds to the URL as `#?secret=…`, or null in other frames. */
function wordPressSecret(): string | null {
  const secret = /^#\?secret=([0-9A-Za-z]+)$/.exec(location.hash)?.[1];
  return secret ?? null;
}

function postToWordPress(secret: string, message: 'height' | 'link', value: number | string): void {
  // The sandbox hides the origin of the containing page, so any origin is accepted. The message
  // contains nothing that must be hidden from that page.
  parent.postMessage({ message, value, secret }, '*');
}

/** Keeps the height of a frame in a WordPress post up to date. */
export function reportHeightToWordPress(requestedHeight: () => number): void {
  const secret = wordPressSecret();
  if (!secret || parent === window) return;
  let reportedHeight = 0;
  const report = (): void => {
    const height = requestedHeight();
    if (height !== reportedHeight) postToWordPress(secret, 'height', height);
    reportedHeight = height;
  };
  // WordPress hides the frame until the first message, and browsers do not run observers in hidden
  // frames.
  report();
  new ResizeObserver(report).observe(document.documentElement);
  addEventListener('message', ({ source, data }) => {
    // WordPress sends this when its script has loaded, which may be after the first report.
    if (source !== parent || Reflect.get(Object(data), 'message') !== 'ready') return;
    reportedHeight = 0;
    report();
  });
}

/**
 * Opens links that the sandbox blocks: through WordPress, or in a new tab if the sandbox allows it.
 * Otherwise shows the link so that the reader can copy it.
 */
export function openLinksOfSandbox(): void {
  if (origin !== 'null') return;
  document.addEventListener('click', (event) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (!link || event.defaultPrevented || !/^_(blank|top|parent)$/.test(link.target)) return;
    if (!/^https?:$/.test(link.protocol)) return;
    event.preventDefault();
    const secret = wordPressSecret();
    if (secret && link.host === location.host) {
      postToWordPress(secret, 'link', link.href);
      return;
    }
    const opened = open(link.href);
    if (opened) opened.opener = null;
    else showLink(link.href);
  });
}

function showLink(url: string): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.link');
  const field = dialog?.querySelector('input');
  if (!dialog || !field) return;
  field.value = url;
  const button = dialog.querySelector('button');
  if (!button) return;
  // Replaces the handler of an earlier link.
  button.onclick = () => {
    field.select();
    // The clipboard API is not available in a sandbox.
    document.execCommand('copy');
    dialog.close();
  };
  if (!dialog.open) dialog.showModal();
  field.select();
}
