import 'svc-reader/define';
import type { PageChangeEvent, SvcReader, SvcReaderEvents } from 'svc-reader';

// A page without a framework. The tag and its events are typed everywhere in the DOM.
const reader: SvcReader = document.createElement('svc-reader');
reader.api = 'https://books.example';
reader.addEventListener('svc-page-change', ({ fraction }) => fraction.toFixed(2));
document.querySelector('svc-reader')?.next();
document.body.addEventListener('svc-open', ({ book }) => book.title.toUpperCase());

const handlers: { [Name in keyof SvcReaderEvents]?: (event: SvcReaderEvents[Name]) => void } = {
  'svc-page-change': (event: PageChangeEvent) => event.fraction,
};
export { handlers };

// @ts-expect-error -- the event has no such field
reader.addEventListener('svc-page-change', ({ left }) => left);
// @ts-expect-error -- a book is not a number
reader.book = 12;
