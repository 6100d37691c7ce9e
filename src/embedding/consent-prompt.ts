import { storageKey } from '../state/reader-storage.ts';

/** The members of the element that are used here. It may not be defined yet. */
type ConsentReader = HTMLElement & {
  locator?: {
    locations: { section: number; offset: number };
    text: { highlight: string };
  } | null;
};

const choiceKey = storageKey('consent');

/**
 * Shows the bar of a page whose deployment requires consent, unless the reader has decided on this
 * domain before. Until the reader agrees, only this tab keeps the position in the book, without
 * anything that identifies the reader.
 *
 * @param book - The book's id.
 */
export function promptForConsent(reader: ConsentReader, book: string): void {
  const bar = document.querySelector<HTMLElement>('.consent');
  if (!bar) return;
  const choice = storedChoice();
  if (choice === 'granted') {
    reader.setAttribute('consent', 'granted');
    return;
  }
  keepPositionInTab(reader, book);
  if (choice !== null) return;
  bar.hidden = false;
  const { style } = document.documentElement;
  // The bar must not cover the text, so the reader's height is reduced.
  const observer = new ResizeObserver(() =>
    style.setProperty('--svc-consent-block', `${bar.offsetHeight}px`),
  );
  observer.observe(bar);
  bar.addEventListener('click', ({ target }) => {
    const decided = target instanceof HTMLButtonElement ? target.value : '';
    if (decided !== 'granted' && decided !== 'refused') return;
    storeChoice(decided);
    if (decided === 'granted') {
      reader.setAttribute('consent', 'granted');
      // From now on, the reader stores its position.
      withStorage(() => sessionStorage.removeItem(placeKey(book)));
    }
    observer.disconnect();
    style.removeProperty('--svc-consent-block');
    bar.remove();
    reader.focus();
  });
}

function keepPositionInTab(reader: ConsentReader, book: string): void {
  addEventListener('pagehide', () => {
    const { locator } = reader;
    if (!locator || reader.getAttribute('consent') === 'granted') return;
    const { section, offset } = locator.locations;
    const position = { section, offset, highlight: locator.text.highlight };
    withStorage(() => sessionStorage.setItem(placeKey(book), JSON.stringify(position)));
  });
}

const placeKey = (book: string) => storageKey(`place:${book}`);

function storedChoice(): string | null {
  return withStorage(() => localStorage.getItem(choiceKey)) ?? null;
}

function storeChoice(choice: 'granted' | 'refused'): void {
  withStorage(() => localStorage.setItem(choiceKey, choice));
}

/** Storage throws if it is blocked or full. The page works without it. */
function withStorage<Value>(use: () => Value): Value | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
