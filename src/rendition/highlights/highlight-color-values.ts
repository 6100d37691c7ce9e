/** A colour of marks: the token, else so much ink in the paper that text on it stays legible. */
const highlightColor = (name: string, colour: string) =>
  `var(--svc-mark-${name}, color-mix(in oklab, var(--svc-background) 62%, ${colour}))`;

export const highlightColorValues = {
  yellow: highlightColor('yellow', '#f5c400'),
  green: highlightColor('green', '#5cb85c'),
  blue: highlightColor('blue', '#4a9be8'),
  pink: highlightColor('pink', '#f0719f'),
  purple: highlightColor('purple', '#a878e0'),
} as const;
