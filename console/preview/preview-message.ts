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
  theme: string;
  /** Values by the names of all tokens. An empty value removes a token. */
  tokens: Readonly<Record<string, string>>;
}

export type PreviewMessage = OpenMessage | StyleMessage;

/** Sent by the preview to its page when it can receive messages. */
export const previewReady = 'svc-preview-ready';
