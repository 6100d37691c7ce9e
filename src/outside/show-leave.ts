import type { AttendedReader } from '../attend/attend.ts';
import { defineElements } from '../controls/define-elements.ts';
import { agreeTo } from '../page/input/outer-place.ts';
import type { Messages } from '../text/messages.ts';
import { SvcLeave } from './svc-leave.ts';

interface Leaving {
  href: string;
  link: Element;
  text: Messages;
}

/**
 * Asks whether a link may be opened; the rest of the reader is out of reach meanwhile. Returns how to
 * close it. @param onLost - The link cannot take the focus back.
 */
export function showLeave(
  { renderRoot }: AttendedReader,
  { href, link, text }: Leaving,
  onLost: () => void,
): () => void {
  defineElements({ 'svc-leave': SvcLeave });
  const frame = renderRoot.querySelector<HTMLElement>('.frame');
  const wasInert = frame?.inert ?? false;
  const leave = document.createElement('svc-leave');
  leave.text = text;
  leave.href = href;
  leave.setAttribute('exportparts', 'leave');
  const close = () => {
    if (!leave.isConnected) return;
    leave.remove();
    if (frame) frame.inert = wasInert;
    if (link instanceof HTMLElement || link instanceof SVGElement) {
      link.focus({ preventScroll: true });
    }
    const root = link.getRootNode();
    if (!(root instanceof ShadowRoot) || root.activeElement !== link) onLost();
  };
  leave.addEventListener('agree', () => agreeTo(href));
  leave.addEventListener('close', close);
  renderRoot.append(leave);
  if (frame) frame.inert = true;
  void leave.updateComplete.then(() => leave.focus());
  return close;
}
