/**
 * Returns the color's token, with a mix of color and page background that keeps text legible as the
 * fallback.
 */
const highlightColor = (name: string, color: string) =>
  `var(--svc-mark-${name}, color-mix(in oklab, var(--svc-background) 62%, ${color}))`;

export const highlightColorValues = {
  yellow: highlightColor('yellow', '#f5c400'),
  green: highlightColor('green', '#5cb85c'),
  blue: highlightColor('blue', '#4a9be8'),
  pink: highlightColor('pink', '#f0719f'),
  purple: highlightColor('purple', '#a878e0'),
} as const;
