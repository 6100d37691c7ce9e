/** What a deployment lets its readers do, in the examples: everything. */
export const exampleFeatures = {
  contents: true,
  search: true,
  marks: true,
  settings: true,
  title: true,
  progress: true,
  menu: true,
  buy: true,
  themes: ['light', 'dark', 'sepia', 'contrast'],
  readerSettings: true,
};
