/** A row, item or section that contains a control. */
interface Level {
  row: Element;
  list: Element | null;
  /** Position of the row in the list. */
  index: number;
  /** Position of the control in the row. */
  at: number;
}

/** Where the focused control is, so that the focus can go to a neighbor once it is gone. */
interface Place {
  control: HTMLElement;
  /** Innermost first. */
  levels: Level[];
  /** The dialog that contains the control, and the place from which it was opened. */
  dialog: HTMLDialogElement | null;
  opener: Place | null;
}

const rows = 'tr, li, section, .inset, .pair';
const controls =
  'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary, [tabindex="0"]';

let place: Place | null = null;
let isKept = false;

/**
 * Returns the focus to the control that opened a dialog. If the focused control disappears, moves
 * the focus to the same control of a neighboring row, or to the page's title. If it was disabled
 * while an action ran, the focus returns to it afterward. Pages whose controls can disappear call
 * this when they load.
 */
export function keepFocus(): void {
  if (isKept) return;
  isKept = true;
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && !hasNoFocus()) place = placeOf(activeElement, null);
  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) place = placeOf(target, place);
  });
  addEventListener('focusout', ({ target, relatedTarget }) => {
    if (!relatedTarget) queueMicrotask(() => leave(target));
  });
  new MutationObserver(restore).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'open'],
  });
}

function placeOf(control: HTMLElement, before: Place | null): Place {
  const levels: Level[] = [];
  for (let row = control.closest(rows); row; row = row.parentElement?.closest(rows) ?? null) {
    const list = row.parentElement;
    const index = list ? rowsOf(list).indexOf(row) : -1;
    levels.push({ row, list, index, at: controlsIn(row).indexOf(control) });
  }
  const dialog = control.closest('dialog');
  const isSameDialog = dialog === (before?.dialog ?? null);
  return { control, levels, dialog, opener: isSameDialog ? (before?.opener ?? null) : before };
}

/** Forgets the control if the person moved the focus away, for example by clicking beside it. */
function leave(control: EventTarget | null): void {
  const isUsable = control instanceof HTMLElement && canFocus(control);
  if (isUsable && place?.control === control && hasNoFocus()) place = null;
}

function restore(): void {
  if (!place || !hasNoFocus()) return;
  let here: Place = place;
  while (here.dialog && !isOpen(here.dialog) && here.opener) here = here.opener;
  if (here.control.isConnected) {
    // Otherwise, the action that disabled it is still running.
    if (canFocus(here.control)) here.control.focus();
    return;
  }
  const next = here.levels.map(neighborAt).find((one) => one !== null) ?? firstTarget();
  next?.focus();
}

function neighborAt({ row, list, index, at }: Level): HTMLElement | null {
  const own = row.isConnected ? controlAt(row, at) : null;
  if (own) return own;
  const others = list?.isConnected ? rowsOf(list).filter((one) => controlsIn(one).length > 0) : [];
  const next = others.find((one) => list && rowsOf(list).indexOf(one) >= index) ?? others.at(-1);
  return next ? controlAt(next, at) : null;
}

function controlAt(row: Element, at: number): HTMLElement | null {
  const found = controlsIn(row);
  return found[at] ?? found.at(-1) ?? null;
}

/** The first control of the topmost dialog, or the title of the page. */
function firstTarget(): HTMLElement | null {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  return dialog ? controlAt(dialog, 0) : document.querySelector('h1');
}

const rowsOf = (list: Element): Element[] => [...list.children].filter((one) => one.matches(rows));

/** Removing a dialog does not close it. */
const isOpen = (dialog: HTMLDialogElement): boolean => dialog.open && dialog.isConnected;

/** The controls that Tab reaches, in order. */
export function controlsIn(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(controls)].filter(canFocus);
}

function canFocus(control: HTMLElement): boolean {
  return control.isConnected && !control.matches(':disabled') && control.checkVisibility();
}

function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
