/** The design of one kind of publisher. */
export interface BrandPreset {
  name: string;
  /** Title of the book that suits it best. */
  book: string;
  attributes: Readonly<Record<string, string>>;
  tokens: Readonly<Record<string, string>>;
}

const bookish = "'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif";
const rounded = "'Comic Neue', 'Chalkboard SE', 'Comic Sans MS', 'Trebuchet MS', sans-serif";
const condensed = "'Avenir Next Condensed', 'Arial Narrow', Impact, sans-serif";

/** Brands available in the playground. */
export const brandPresets: readonly BrandPreset[] = [
  {
    name: 'Trade publisher',
    book: 'A Year of Small Clocks',
    attributes: {},
    tokens: {
      '--svc-background': 'light-dark(#fbf7f0, #1a1614)',
      '--svc-color': 'light-dark(#2a2320, #e6ddd3)',
      '--svc-accent': 'light-dark(#8c2f39, #f0a3a0)',
      '--svc-muted': 'light-dark(#6f6056, #a89a8c)',
      '--svc-line': 'light-dark(#e6dccd, #3a312c)',
      '--svc-font-family': bookish,
      '--svc-heading-font-family': bookish,
      '--svc-title-font-style': 'italic',
      '--svc-panel-radius': '6px',
      '--svc-button-radius': '4px',
    },
  },
  {
    name: 'Manga',
    book: 'Captain Puddle',
    attributes: { theme: 'dark', 'page-turn': 'slide' },
    tokens: {
      '--svc-background': '#0b0b0d',
      '--svc-color': '#f4f4f5',
      '--svc-accent': '#ff5c7a',
      '--svc-muted': '#a1a1aa',
      '--svc-line': '#3f3f46',
      '--svc-surface': '#18181b',
      '--svc-ui-font-family': condensed,
      '--svc-heading-font-family': condensed,
      '--svc-radius': '0px',
      '--svc-panel-radius': '0px',
      '--svc-button-radius': '0px',
    },
  },
  {
    name: 'Academic press',
    book: 'The Audible Margin',
    attributes: { theme: 'light' },
    tokens: {
      '--svc-background': '#ffffff',
      '--svc-color': '#1b1f24',
      '--svc-accent': '#0b5394',
      '--svc-muted': '#57606a',
      '--svc-line': '#d0d7de',
      '--svc-font-family': "'Times New Roman', Times, 'Noto Serif', serif",
      '--svc-font-size': '17px',
      '--svc-measure': '38',
      '--svc-panel-radius': '2px',
      '--svc-button-radius': '2px',
    },
  },
  {
    name: 'Children’s books',
    book: 'The Quiet Page',
    attributes: { theme: 'light', 'page-turn': 'slide' },
    tokens: {
      '--svc-background': '#fff8e1',
      '--svc-color': '#3b2a1e',
      '--svc-accent': '#b8165a',
      '--svc-muted': '#75604f',
      '--svc-line': '#eadfbd',
      '--svc-surface': '#ffffff',
      '--svc-font-family': rounded,
      '--svc-ui-font-family': rounded,
      '--svc-heading-font-family': rounded,
      '--svc-font-size': '21px',
      '--svc-radius': '24px',
      '--svc-panel-radius': '24px',
      '--svc-button-radius': '999px',
    },
  },
];
