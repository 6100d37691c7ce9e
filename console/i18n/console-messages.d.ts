/** The console's messages in one language, compiled from `console/messages/<language>.json`. */
declare module '#console-messages/*' {
  // This kind of declaration cannot import from a relative path.
  // oxlint-disable-next-line typescript/consistent-type-imports
  export const messages: import('./translate.ts').CompiledMessages;
}
