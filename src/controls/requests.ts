import type {
  GoToRequestEvent,
  PanelRequestEvent,
  SeekRequestEvent,
  SettingsRequestEvent,
  TurnRequestEvent,
} from './request-events.ts';

/** What answers each request of a control. */
export interface RequestHandlers {
  onTurn: (event: TurnRequestEvent) => void;
  onSeek: (event: SeekRequestEvent) => void;
  onGoTo: (event: GoToRequestEvent) => void;
  onSettings: (event: SettingsRequestEvent) => void;
  onPanel: (event: PanelRequestEvent) => void;
  onRetry: () => void;
}

/** Hears the requests of the reader's own controls, and of a page that has controls of its own. */
export function listenForRequests(
  host: HTMLElement,
  { onTurn, onSeek, onGoTo, onSettings, onPanel, onRetry }: RequestHandlers,
  signal: AbortSignal,
): void {
  host.addEventListener('svc-turn-request', onTurn, { signal });
  host.addEventListener('svc-seek-request', onSeek, { signal });
  host.addEventListener('svc-go-to-request', onGoTo, { signal });
  host.addEventListener('svc-settings-request', onSettings, { signal });
  host.addEventListener('svc-panel-request', onPanel, { signal });
  host.addEventListener('svc-retry-request', onRetry, { signal });
}
