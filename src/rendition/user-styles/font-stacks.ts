import type { FontChoice } from '../../state/settings.ts';

/** Font stacks by font choice. */
export const fontStacks: Readonly<Record<Exclude<FontChoice, 'book'>, string>> = {
  serif:
    "'Iowan Old Style', 'Source Serif 4', Charter, 'Bitstream Charter', 'Noto Serif', Georgia, serif",
  sans: "'Source Sans 3', 'Noto Sans', 'Open Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif",
  system: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  dyslexic: "OpenDyslexic, 'OpenDyslexic 3', 'Comic Neue', Verdana, sans-serif",
};
