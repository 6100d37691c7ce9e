/** Screen readers often miss text that appears together with its region. */
const delayMs = 100;
/** Time after which a message is removed, because it would be read at the end of the page. */
const shownMs = 5_000;

/** Exists before the first message. */
const pageRegion = addRegion();
let waiting: string[] = [];

/**
 * Announces what happened to screen readers. The page itself shows the result. Messages at the same
 * time are read one after another.
 */
export function announce(text: string): void {
  waiting.push(text);
  if (waiting.length === 1) setTimeout(read, delayMs);
}

function read(): void {
  const text = waiting.join(' ');
  waiting = [];
  const region = liveRegion();
  region.textContent = text;
  setTimeout(() => {
    if (region.textContent === text) region.textContent = '';
  }, shownMs);
}

/** The region of the topmost dialog, because the page behind it is inert, or that of the page. */
function liveRegion(): Element {
  const own = [...document.querySelectorAll('dialog[open] > .live-region')].at(-1);
  return own ?? pageRegion;
}

function addRegion(): Element {
  const region = document.createElement('div');
  region.className = 'live-region hidden';
  region.role = 'status';
  document.body.append(region);
  return region;
}
