/** The reader's messages in one language, compiled from `shared/messages/<language>.json`. */
declare module '#messages/*' {
  // This kind of declaration cannot import from a relative path.
  // oxlint-disable-next-line typescript/consistent-type-imports
  export const messages: import('./messages.ts').Messages;
}
