/** Owner of wheel gestures over the pages, the `wheel` attribute of the reader. */
type WheelChoice = 'auto' | 'book' | 'page';

/** Axis of a wheel or touch gesture. */
type GestureAxis = 'x' | 'y';

/** Minimum share of the window's width and height that a reader covers if it fills the window. */
const fillShare = 0.9;

/**
 * Decides whether input belongs to the book or to the host page. By default, gestures belong to the
 * page while it can use them, unless the reader has the focus or fills the window.
 */
export class InputOwner {
  readonly #reader: HTMLElement | null;
  /** Whether the last click was inside the reader. WebKit does not focus a clicked button. */
  #isClickedLast = false;

  /** @param page - The `<svc-page>` element; outside a reader, all input belongs to it. */
  constructor(page: HTMLElement, signal: AbortSignal) {
    const root = page.getRootNode();
    const host = root instanceof ShadowRoot ? root.host : null;
    this.#reader = host instanceof HTMLElement ? host : null;
    addEventListener(
      'click',
      (event) => {
        this.#isClickedLast = this.#reader !== null && event.composedPath().includes(this.#reader);
      },
      { signal, capture: true, passive: true },
    );
  }

  /** Whether a wheel gesture along an axis belongs to the book. */
  ownsWheel(axis: GestureAxis): boolean {
    const choice = wheelChoiceOf(this.#reader);
    return choice === 'auto' ? this.#owns(axis, isFrameUnfocused()) : choice === 'book';
  }

  /**
   * Whether a swipe along an axis belongs to the book. An embedding frame only scrolls up and down,
   * so that a horizontal swipe in a frame needs no focus.
   */
  ownsSwipe(axis: GestureAxis): boolean {
    return this.#owns(axis, axis === 'y' && isFrameUnfocused());
  }

  /** Whether the reader receives a key that was pressed while no element had the focus. */
  ownsUnfocusedKey(event: KeyboardEvent): boolean {
    const [target] = event.composedPath();
    const isUnfocused = target === document.body || target === document.documentElement;
    return isUnfocused && this.#reader !== null && fillsWindow(this.#reader);
  }

  /** Whether the host page could scroll along an axis. */
  isPageScrollable(axis: GestureAxis): boolean {
    return this.#reader !== null && isScrollableAround(this.#reader, axis);
  }

  #owns(axis: GestureAxis, isForeign: boolean): boolean {
    const reader = this.#reader;
    if (!reader || this.#isActive(reader)) return true;
    return !isForeign && (fillsWindow(reader) || !this.isPageScrollable(axis));
  }

  #isActive(reader: HTMLElement): boolean {
    if (isFrameUnfocused()) return false;
    return reader.matches(':focus-within') || (this.#isClickedLast && isNothingFocused());
  }
}

function wheelChoiceOf(reader: HTMLElement | null): WheelChoice {
  const value = reader?.getAttribute('wheel');
  return value === 'book' || value === 'page' ? value : 'auto';
}

/** Whether this document is in a frame that does not have the focus. */
function isFrameUnfocused(): boolean {
  return window.parent !== window && !document.hasFocus();
}

function isNothingFocused(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Whether an element covers nearly the whole window with nothing of the page in front of it. */
export function fillsWindow(element: HTMLElement): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const width = Math.min(right, innerWidth) - Math.max(left, 0);
  const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
  if (width < innerWidth * fillShare || height < innerHeight * fillShare) return false;
  const root = element.getRootNode();
  const front =
    root instanceof ShadowRoot || root instanceof Document
      ? root.elementFromPoint(innerWidth / 2, innerHeight / 2)
      : null;
  return element.contains(front);
}

/** Whether an ancestor of an element can be scrolled along an axis. */
function isScrollableAround(element: HTMLElement, axis: GestureAxis): boolean {
  for (let at = parentOf(element); at; at = parentOf(at)) {
    if (isScrollable(at, axis)) return true;
    // The page behind a modal dialog cannot be used.
    if (isModal(at)) return false;
  }
  return false;
}

/** The parent in the flat tree. */
function parentOf(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  const { parentNode } = element;
  if (parentNode instanceof ShadowRoot) return parentNode.host;
  return parentNode instanceof Element ? parentNode : null;
}

function isModal(element: Element): boolean {
  return element.matches('dialog:modal, [aria-modal=true]');
}

function isScrollable(element: Element, axis: GestureAxis): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  const overflow = axis === 'x' ? overflowX : overflowY;
  const size =
    axis === 'x'
      ? element.scrollWidth - element.clientWidth
      : element.scrollHeight - element.clientHeight;
  if (size <= 1) return false;
  if (element !== document.scrollingElement) return overflow === 'auto' || overflow === 'scroll';
  return !isWindowLocked(axis);
}

/** Whether the styles of the root or the body keep the window from scrolling. */
function isWindowLocked(axis: GestureAxis): boolean {
  const overflowOf = (element: Element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    return axis === 'x' ? overflowX : overflowY;
  };
  const root = overflowOf(document.documentElement);
  // The body's overflow applies to the window if the root has none.
  const applied = root === 'visible' ? overflowOf(document.body) : root;
  return applied === 'hidden' || applied === 'clip';
}
