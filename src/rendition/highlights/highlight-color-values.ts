/** A highlight color: the token, else a mix with the page background on which text stays legible. */
const highlightColor = (name: string, color: string) =>
  `var(--svc-mark-${name}, color-mix(in oklab, var(--svc-background) 62%, ${color}))`;

export const highlightColorValues = {
  yellow: highlightColor('yellow', '#f5c400'),
  green: highlightColor('green', '#5cb85c'),
  blue: highlightColor('blue', '#4a9be8'),
  pink: highlightColor('pink', '#f0719f'),
  purple: highlightColor('purple', '#a878e0'),
} as const;
