import type { FailureCode } from '../../failure.ts';

/** Every visible word of the pages. A catalogue that lacks one does not compile. */
export interface Words {
  /** BCP 47 tag of the catalogue. */
  locale: string;
  by: (names: string) => string;
  contents: string;
  sections: string;
  previous: string;
  next: string;
  about: string;
  sampleEnds: string;
  sampleEndsHelp: (title: string) => string;
  price: string;
  roughly: (price: string) => string;
  buy: string;
  library: string;
  emptyLibrary: string;
  newer: string;
  older: string;
  home: string;
  privacy: string;
  terms: string;
  cover: (title: string) => string;
  failures: Record<FailureKind, { title: string; help: string }>;
  requestId: (id: string) => string;
}

/** What a reader can make of a failure; whose fault it is concerns only the publisher. */
export type FailureKind =
  | 'unknown'
  | 'closed'
  | 'used-up'
  | 'busy'
  | 'not-licensed'
  | 'wrong'
  | 'fault';

/** Null: a fault of ours. */
export function failureKind(code: FailureCode | null, status: number): FailureKind {
  if (code === 'burst' || code === 'too_many_requests') return 'busy';
  if (code === 'not_licensed') return 'not-licensed';
  if (status === 404) return 'unknown';
  if (status === 401 || status === 403) return 'closed';
  if (status === 429) return 'used-up';
  return status < 500 ? 'wrong' : 'fault';
}

const en: Words = {
  locale: 'en',
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
    'used-up': {
      title: 'No more books can be opened for now',
      help: 'Please come back later.',
    },
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

const de: Words = {
  locale: 'de',
  by: (names) => `von ${names}`,
  contents: 'Inhalt',
  sections: 'Abschnitte',
  previous: 'Zurück',
  next: 'Weiter',
  about: 'Über dieses Buch',
  sampleEnds: 'Hier endet die Leseprobe',
  sampleEndsHelp: (title) => `Sie haben die Leseprobe von „${title}“ gelesen.`,
  price: 'Preis',
  roughly: (price) => `etwa ${price}`,
  buy: 'Das Buch kaufen',
  library: 'Bücher',
  emptyLibrary: 'Hier sind noch keine Bücher.',
  newer: 'Neuere Bücher',
  older: 'Ältere Bücher',
  home: 'Startseite',
  privacy: 'Datenschutz',
  terms: 'Bedingungen',
  cover: (title) => `Umschlag von ${title}`,
  failures: {
    unknown: {
      title: 'Dieses Buch ist nicht hier',
      help: 'Vielleicht wurde es verschoben oder zurückgezogen.',
    },
    closed: {
      title: 'Dieses Buch kann hier nicht geöffnet werden',
      help: 'Der Verlag hat es an dieser Adresse nicht freigegeben oder tut es nicht mehr.',
    },
    'used-up': {
      title: 'Zurzeit können keine Bücher mehr geöffnet werden',
      help: 'Bitte kommen Sie später wieder.',
    },
    busy: {
      title: 'Zu viele Leserinnen und Leser zugleich',
      help: 'Bitte versuchen Sie es gleich noch einmal.',
    },
    'not-licensed': {
      title: 'Hier endet die Leseprobe',
      help: 'Der Rest des Buches gehört nicht zu dieser Leseprobe.',
    },
    wrong: {
      title: 'Diese Adresse stimmt nicht',
      help: 'Etwas darin fehlt oder ist falsch geschrieben.',
    },
    fault: {
      title: 'Das Buch konnte nicht geöffnet werden',
      help: 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal.',
    },
  },
  requestId: (id) => `Anfrage ${id}`,
};

const catalogues = { en, de };

/**
 * The catalogue of the language that is asked for; English where there is none.
 *
 * @param asked - Of the address or the deployment; goes before what the browser accepts.
 * @param accepted - The browser’s languages, the preferred one first.
 */
export function wordsFor(asked: string | null, accepted: string[]): Words {
  for (const tag of [...(asked ? [asked] : []), ...accepted]) {
    const language = tag.slice(0, 2).toLowerCase();
    if (language === 'en' || language === 'de') return catalogues[language];
    if (tag === asked) return en;
  }
  return en;
}
