import type { Words } from '../messages.ts';

export const de: Words = {
  locale: 'de',
  direction: 'ltr',
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
