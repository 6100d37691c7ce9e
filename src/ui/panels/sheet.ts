import { html, type TemplateResult } from 'lit';
import { prefersReducedMotion } from '../../rendition/animate-value.ts';

/** Speed of the finger, in px per ms, above which a released sheet continues in its direction. */
const minFlickSpeed = 0.4;
/** Share of the half height below which a released sheet closes. */
const closingShare = 0.65;
/** Maximum distance in px for which a press of the handle counts as a click. */
const slackPx = 4;
const closingMs = 160;

/**
 * The handle of a panel that is a bottom sheet on phones. Pressing it switches between half and
 * full height. Dragging it or the header resizes or closes the sheet.
 *
 * @param label - Accessible name of the handle, whose state is pressed at full height.
 */
export function renderSheetHandle(label: string): TemplateResult {
  return html`<button
    type="button"
    class="handle"
    aria-label=${label}
    title=${label}
    aria-pressed="false"
    @click=${({ currentTarget }: Event) => toggleHeight(currentTarget)}
    @keydown=${resizeByKey}
  ></button>`;
}

/**
 * Drags the sheet whose header received the event. @param close - Requests that the panel close.
 */
export function startSheetDrag(event: PointerEvent, close: () => void): void {
  const { currentTarget: head, target, pointerId, clientY: startY } = event;
  const panel = sheetOf(head);
  if (!(head instanceof HTMLElement) || !panel || !event.isPrimary || event.button > 0) return;
  // The header's other buttons do not start a drag.
  if (target instanceof Element && target.closest('button:not(.handle)')) return;
  const startHeight = panel.offsetHeight;
  const drag = new AbortController();
  let last = { y: startY, timeMs: event.timeStamp };
  let speed = 0;
  let isDragged = false;

  const onMove = ({ pointerId: id, clientY, timeStamp }: PointerEvent) => {
    if (id !== pointerId) return;
    if (!isDragged && Math.abs(clientY - startY) <= slackPx) return;
    if (!isDragged) head.setPointerCapture(pointerId);
    isDragged = true;
    speed = (clientY - last.y) / Math.max(1, timeStamp - last.timeMs);
    last = { y: clientY, timeMs: timeStamp };
    panel.dataset.dragged = '';
    const height = Math.max(0, startHeight - (clientY - startY));
    panel.style.maxBlockSize = `min(${height}px, 100% - 24px)`;
  };
  const onEnd = ({ pointerId: id, type }: PointerEvent) => {
    if (id !== pointerId) return;
    drag.abort();
    if (!isDragged) return;
    // Prevent the click that follows a drag of the handle.
    head.addEventListener('click', stop, { capture: true, once: true });
    setTimeout(() => head.removeEventListener('click', stop, { capture: true }));
    settle(panel, type === 'pointercancel' ? 0 : speed, close);
  };
  const { signal } = drag;
  head.addEventListener('pointermove', onMove, { signal });
  head.addEventListener('pointerup', onEnd, { signal });
  head.addEventListener('pointercancel', onEnd, { signal });
}

/** Moves a released sheet to half or full height, or closes it. */
function settle(panel: HTMLElement, speed: number, close: () => void): void {
  const height = panel.offsetHeight;
  const isFull = panel.dataset.height === 'full';
  panel.style.maxBlockSize = '';
  const [half, full] = [false, true].map((value) => {
    setHeight(panel, value);
    return panel.offsetHeight;
  });
  setHeight(panel, isFull);
  const isFlick = Math.abs(speed) > minFlickSpeed;
  const isClosing = isFlick ? speed > 0 && !isFull : height < (half ?? 0) * closingShare;
  const isRaised = isFlick ? speed < 0 : height > ((half ?? 0) + (full ?? 0)) / 2;
  // Start the transition at the height of the release.
  panel.style.maxBlockSize = `${height}px`;
  void panel.offsetHeight;
  delete panel.dataset.dragged;
  if (isClosing) return void slideOut(panel, height, close);
  setHeight(panel, isRaised);
  panel.style.maxBlockSize = '';
}

async function slideOut(panel: HTMLElement, height: number, close: () => void): Promise<void> {
  if (!prefersReducedMotion()) {
    const keyframes = { maxHeight: [`${height}px`, '0px'] };
    await panel.animate(keyframes, { duration: closingMs, easing: 'ease-in' }).finished;
  }
  close();
}

function toggleHeight(handle: EventTarget | null): void {
  const panel = sheetOf(handle);
  if (panel) setHeight(panel, panel.dataset.height !== 'full');
}

function resizeByKey(event: KeyboardEvent): void {
  const panel = sheetOf(event.currentTarget);
  if (!panel || !['ArrowUp', 'ArrowDown'].includes(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  setHeight(panel, event.key === 'ArrowUp');
}

function setHeight(panel: HTMLElement, isFull: boolean): void {
  panel.dataset.height = isFull ? 'full' : 'half';
  panel.querySelector('.handle')?.setAttribute('aria-pressed', String(isFull));
}

/**
 * Returns the sheet that contains an element, or null if its panel is not a sheet at this width.
 */
function sheetOf(element: EventTarget | null): HTMLElement | null {
  const panel = element instanceof Element ? element.closest('.sheet') : null;
  const handle = panel?.querySelector('.handle');
  const isSheet = handle && getComputedStyle(handle).display !== 'none';
  return panel instanceof HTMLElement && isSheet ? panel : null;
}

function stop(event: Event): void {
  event.stopPropagation();
}
