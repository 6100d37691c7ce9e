import type { SvcReader } from './svc-reader.ts';

export { SvcReader } from './svc-reader.ts';
export { ApiFailure } from './api/api-failure.ts';
export * from './events/request-events.ts';
export * from './events/reader-events.ts';
export * from './events/session-events.ts';
export * from './events/sale-events.ts';
export * from './events/selection-event.ts';
export * from './events/access-events.ts';
export { tokens, type ThemeName, type Token, type TokenName } from '../shared/theme-tokens.ts';
export type { MarkAnnotation } from './annotations/web-annotation.ts';
export type { MarkStore } from './annotations/annotation-store.ts';
export type { Locator } from './state/locator.ts';
export type { ResumePlace } from './state/resume.ts';
export type {
  BuiltInSelectionAction,
  ReaderSelection,
  SelectionAction,
} from './ui/selection-actions.ts';
export type { Messages } from './i18n/messages.ts';
export { settingChoices } from './state/settings.ts';
export type { Settings, Theme } from './state/settings.ts';

declare global {
  interface HTMLElementTagNameMap {
    'svc-reader': SvcReader;
  }
}
