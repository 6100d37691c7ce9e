import type { Messages } from './messages.ts';
import { formatNumber, formatPercent, plural } from './plural.ts';

const number = (value: number) => formatNumber('en', value);

export const en: Messages = {
  locale: 'en',
  reader: (title) => (title ? `Reader: ${title}` : 'Reader'),
  loading: 'Opening the book …',
  pageArea: (title) => `Pages of ${title}`,
  pageHelp: 'Turn pages with the arrow keys or the space bar.',
  controls: 'Reading controls',
  contents: 'Contents',
  noContents: 'This book has no table of contents.',
  close: 'Close',
  appearance: 'Appearance',
  textSize: 'Text size',
  smaller: 'Smaller text',
  larger: 'Larger text',
  theme: 'Theme',
  themeLight: 'Light',
  themeDark: 'Dark',
  themeSepia: 'Sepia',
  themeSystem: 'System',
  columns: 'Columns',
  columnsAuto: 'Automatic',
  columnsOne: 'One',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  progress: 'Place in the book',
  percent: (fraction) => formatPercent('en', fraction),
  pageOf: (page, pages) => `Page ${number(page)} of ${number(pages)}`,
  positionOf: (position, positions) => `Position ${number(position)} of ${number(positions)}`,
  pagesLeft: (pages) =>
    pages === 0
      ? 'Last page of the chapter'
      : plural('en', pages, {
          one: '# page left in the chapter',
          other: '# pages left in the chapter',
        }),
  scrollBox: 'Wide content; scroll to see all of it',
  retry: 'Try again',
  pageFailed: 'The next pages could not be loaded.',
  requestId: (id) => `Request ${id}`,
  bookMissing: 'No book chosen',
  bookMissingHelp: 'The reader’s “book” attribute is empty.',
  keyMissing: 'The reader has no key',
  keyMissingHelp: 'The owner of this page must set the reader’s “key” attribute.',
  keyInvalid: 'The reader’s key is not valid',
  keyInvalidHelp: 'It is unknown, expired or revoked. The owner of this page can set a new one.',
  originRefused: 'The reader may not be used on this site',
  originRefusedHelp: 'The owner of this page must allow this address for its key.',
  secretKey: 'This key must stay secret',
  secretKeyHelp: 'The owner of this page must replace it by a publishable key.',
  quota: 'No more books can be opened for now',
  quotaHelp: (until) =>
    until
      ? `This site’s limit is used up. Books can be opened again from ${until}.`
      : 'This site’s limit is used up.',
  busy: 'Too many readers at once',
  busyHelp: 'Please try again in a moment.',
  offline: 'You seem to be offline',
  offlineHelp: 'The book opens as soon as the connection is back.',
  bookUnknown: 'This book is not here',
  bookUnknownHelp: 'It may have been moved or withdrawn.',
  notLicensed: 'The sample ends here',
  notLicensedHelp: 'The rest of the book is not part of this sample.',
  other: 'The book could not be opened',
  otherHelp: 'Something went wrong on our side.',
};
