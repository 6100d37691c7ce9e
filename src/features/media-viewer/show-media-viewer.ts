import type { SessionReader } from '../feature.ts';
import { enlargeButtonOf } from '../../rendition/section/scroll-box.ts';
import { defineElements } from '../../ui/define-elements.ts';
import type { Messages } from '../../i18n/messages.ts';
import { createMediaView, cloneWithStyles } from './media-view.ts';
import { SvcMediaViewer } from './svc-media-viewer.ts';

/**
 * Shows an image or the content of a scroll box over the whole reader, and makes the rest inert.
 * Returns a function that closes it.
 *
 * @param onLost - Called on closing if neither the media nor its button can take focus back.
 */
export function showMediaViewer(
  reader: SessionReader,
  media: Element,
  text: Messages,
  onLost: () => void,
): () => void {
  defineElements({ 'svc-large-view': SvcMediaViewer });
  const { renderRoot } = reader;
  const frame = renderRoot.querySelector<HTMLElement>('.frame');
  const viewer = document.createElement('svc-large-view');
  viewer.text = text;
  viewer.view = createMediaView(media, cloneWithStyles(media));
  viewer.setAttribute('exportparts', 'large-view, caption');
  const close = () => {
    if (!viewer.isConnected) return;
    viewer.remove();
    if (frame) frame.inert = false;
    // A new layout may have replaced the button.
    const trigger = enlargeButtonOf(media.parentElement) ?? media;
    if (trigger instanceof HTMLElement || trigger instanceof SVGElement) {
      trigger.focus({ preventScroll: true });
    }
    const root = trigger.getRootNode();
    if (!(root instanceof ShadowRoot) || root.activeElement !== trigger) onLost();
  };
  viewer.addEventListener('close', close);
  renderRoot.append(viewer);
  if (frame) frame.inert = true;
  void viewer.updateComplete.then(() => viewer.focus());
  return close;
}
