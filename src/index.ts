export { SvcReader } from './svc-reader.ts';
export { ApiFailure } from './api/api-failure.ts';
export * from './controls/request-events.ts';
export * from './events.ts';
export * from './late-events.ts';
export * from './sale-events.ts';
export { tokens, type ThemeName, type Token, type TokenName } from './look/tokens.ts';
export type { Locator } from './reader/locator.ts';
export type { Settings, Theme } from './reader/settings.ts';
