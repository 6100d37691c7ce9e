import type { SessionReader } from '../feature.ts';
import { defineElements } from '../../ui/define-elements.ts';
import type { Messages } from '../../i18n/messages.ts';
import { createMediaView, cloneWithStyles } from './media-view.ts';
import { SvcMediaViewer } from './svc-media-viewer.ts';

/**
 * Shows a picture, or what is in the scroll box of a button, over the whole reader; the rest of it is out
 * of reach meanwhile. Returns how to close it. @param onLost - The trigger cannot take the focus back.
 */
export function showMediaViewer(
  reader: SessionReader,
  trigger: Element,
  text: Messages,
  onLost: () => void,
): () => void {
  defineElements({ 'svc-large-view': SvcMediaViewer });
  const { renderRoot } = reader;
  const box = trigger.matches('.svc-enlarge') ? trigger.parentElement : null;
  const shown = box?.firstElementChild ?? trigger;
  const frame = renderRoot.querySelector<HTMLElement>('.frame');
  const large = document.createElement('svc-large-view');
  large.text = text;
  large.view = createMediaView(shown, cloneWithStyles(shown));
  large.setAttribute('exportparts', 'large-view, caption');
  const close = () => {
    if (!large.isConnected) return;
    large.remove();
    if (frame) frame.inert = false;
    if (trigger instanceof HTMLElement || trigger instanceof SVGElement) {
      trigger.focus({ preventScroll: true });
    }
    const root = trigger.getRootNode();
    if (!(root instanceof ShadowRoot) || root.activeElement !== trigger) onLost();
  };
  large.addEventListener('close', close);
  renderRoot.append(large);
  if (frame) frame.inert = true;
  void large.updateComplete.then(() => large.focus());
  return close;
}
