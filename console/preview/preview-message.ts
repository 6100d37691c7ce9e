import type { Embed } from '../../server/reading-sessions/contract.ts';

/** The book and its deployment. Reopens the reader. */
export interface OpenMessage {
  kind: 'open';
  embed: Embed;
  /** Language of the controls, or null for the browser's. */
  locale: string | null;
}

/** The appearance of the open reader, which changes without reopening the book. */
export interface StyleMessage {
  kind: 'style';
  /** Empty for the deployment's. */
  theme: string;
  /** Values of all tokens by name. An empty value removes a token. */
  tokens: Readonly<Record<string, string>>;
}

/** Goes to a position in the book. */
export interface GoToMessage {
  kind: 'go-to';
  /** Share of the book, 0–1. */
  fraction: number;
}

/** A message from the page to its preview. */
export type PreviewMessage = OpenMessage | StyleMessage | GoToMessage;

/**
 * A message from the preview to its page. The preview is ready to receive messages, or the reader
 * shows another position.
 */
export type PreviewReport = { kind: 'ready' } | { kind: 'place'; title: string; fraction: number };
