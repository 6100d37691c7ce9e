/** A colour of marks: the token, else so much ink in the paper that text on it stays legible. */
const ink = (name: string, colour: string) =>
  `var(--svc-mark-${name}, color-mix(in oklab, var(--svc-background) 62%, ${colour}))`;

export const inks = {
  yellow: ink('yellow', '#f5c400'),
  green: ink('green', '#5cb85c'),
  blue: ink('blue', '#4a9be8'),
  pink: ink('pink', '#f0719f'),
  purple: ink('purple', '#a878e0'),
} as const;
