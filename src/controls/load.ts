import { SvcContents } from './svc-contents.ts';
import { SvcProgress } from './svc-progress.ts';
import { SvcSettings } from './svc-settings.ts';
import { SvcToolbar } from './svc-toolbar.ts';

const controls = {
  'svc-toolbar': SvcToolbar,
  'svc-contents': SvcContents,
  'svc-settings': SvcSettings,
  'svc-progress': SvcProgress,
};

/** Registers the controls; a second copy of the script on the same page leaves the first's alone. */
export function defineControls(): void {
  for (const [name, element] of Object.entries(controls)) {
    if (!customElements.get(name)) customElements.define(name, element);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-toolbar': SvcToolbar;
    'svc-contents': SvcContents;
    'svc-settings': SvcSettings;
    'svc-progress': SvcProgress;
  }
}
