import type { Words } from '../messages.ts';

export const en: Words = {
  locale: 'en',
  direction: 'ltr',
  by: (names) => `by ${names}`,
  contents: 'Contents',
  sections: 'Sections',
  previous: 'Previous',
  next: 'Next',
  about: 'About this book',
  sampleEnds: 'The sample ends here',
  sampleEndsHelp: (title) => `You have read the sample of “${title}”.`,
  price: 'Price',
  roughly: (price) => `about ${price}`,
  buy: 'Buy the book',
  library: 'Books',
  emptyLibrary: 'There are no books here yet.',
  newer: 'Newer books',
  older: 'Older books',
  home: 'Home',
  privacy: 'Privacy',
  terms: 'Terms',
  cover: (title) => `Cover of ${title}`,
  failures: {
    unknown: { title: 'This book is not here', help: 'It may have been moved or withdrawn.' },
    closed: {
      title: 'This book cannot be opened here',
      help: 'The publisher has not opened it at this address, or no longer does.',
    },
    'used-up': { title: 'No more books can be opened for now', help: 'Please come back later.' },
    busy: { title: 'Too many readers at once', help: 'Please try again in a moment.' },
    'not-licensed': {
      title: 'The sample ends here',
      help: 'The rest of the book is not part of this sample.',
    },
    wrong: { title: 'This address is not right', help: 'Something in it is missing or misspelt.' },
    fault: {
      title: 'The book could not be opened',
      help: 'Something went wrong on our side. Please try again.',
    },
  },
  requestId: (id) => `Request ${id}`,
};
