/** The reader's messages in one language, compiled from `shared/messages/<language>.json`. */
declare module '#messages/*' {
  export const messages: import('./messages.ts').Messages;
}
