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

/** What the parameters of the reader look like in use. */
export const readerParameters = {
  end: 2048,
  s: 'q0cJc5lJ1vJm2x0abKmX0tS0hbP0kV',
  sheetId: 'sheet-1',
  path: 'images/whale.jpg',
  e: 1_795_262_400,
  g: 'key_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
  l: '0-3_2048',
  sessionId: 'ses_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
  deployment: 'dep_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
};

/** What the reader's own things look like, by the name of their schema. */
export function readerExamples(bookId: string): Record<string, unknown> {
  return {
    NewReaderSessionInput: {
      bookId,
      readerId: 'customer-4711',
      access: { mode: 'full', expiresAt: '2026-12-24T00:00:00.000Z' },
      origin: 'https://books.example',
    },
    OpenedSession: {
      id: 'ses_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
      token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJib29rSWQiOiJia18ifQ.c2lnbmF0dXJl',
      expiresAt: '2026-11-21T12:15:00.000Z',
    },
  };
}
