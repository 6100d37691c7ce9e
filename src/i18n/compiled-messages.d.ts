/** The accessibility statements of one language, `shared/accessibility-statements/<language>.json`. */
declare module '#statements/*' {
  // oxlint-disable-next-line typescript/consistent-type-imports
  export const statements: import('./messages.ts').StatementTexts;
}

/** The reader's messages in one language, compiled from `shared/messages/<language>.json`. */
declare module '#messages/*' {
  // This kind of declaration cannot import from a relative path.
  // oxlint-disable-next-line typescript/consistent-type-imports
  export const messages: import('./messages.ts').Messages;
}
