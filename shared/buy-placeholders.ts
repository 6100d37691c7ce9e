/** Placeholders allowed in a purchase URL template. */
export const buyPlaceholders = [
  'bookId',
  'isbn',
  'affiliate',
  'campaign',
  'sub',
  'clickId',
  'traceId',
  'currency',
  'locale',
] as const;
