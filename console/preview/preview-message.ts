import type { Embed } from '../../server/reading-sessions/contract.ts';

/** The book and its deployment. The reader opens again. */
export interface OpenMessage {
  kind: 'open';
  embed: Embed;
  /** Language of the controls, or null for the browser's. */
  locale: string | null;
}

/** The look of the open reader, which changes without opening the book again. */
export interface StyleMessage {
  kind: 'style';
  /** Empty for the deployment's. */
  theme: string;
  /** Values by the names of all tokens. An empty value removes a token. */
  tokens: Readonly<Record<string, string>>;
}

/** Turns to a place in the book. */
export interface GoToMessage {
  kind: 'go-to';
  /** Share of the book, 0–1. */
  fraction: number;
}

/** A message of the page to its preview. */
export type PreviewMessage = OpenMessage | StyleMessage | GoToMessage;

/** A message of the preview to its page: it can receive messages, or the reader shows another place. */
export type PreviewReport = { kind: 'ready' } | { kind: 'place'; title: string; fraction: number };
