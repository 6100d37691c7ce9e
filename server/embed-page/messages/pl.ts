import type { Words } from '../messages.ts';

export const pl: Words = {
  locale: 'pl',
  direction: 'ltr',
  by: (names) => `Autorstwo: ${names}`,
  contents: 'Spis treści',
  sections: 'Rozdziały',
  previous: 'Wstecz',
  next: 'Dalej',
  about: 'O książce',
  sampleEnds: 'Tu kończy się fragment',
  sampleEndsHelp: (title) => `Przeczytano fragment książki „${title}”.`,
  price: 'Cena',
  roughly: (price) => `około ${price}`,
  buy: 'Kup książkę',
  library: 'Książki',
  emptyLibrary: 'Nie ma tu jeszcze książek.',
  newer: 'Nowsze książki',
  older: 'Starsze książki',
  home: 'Strona główna',
  privacy: 'Prywatność',
  terms: 'Warunki',
  cover: (title) => `Okładka książki ${title}`,
  failures: {
    unknown: {
      title: 'Tej książki tu nie ma',
      help: 'Być może została przeniesiona lub wycofana.',
    },
    closed: {
      title: 'Tej książki nie można tu otworzyć',
      help: 'Wydawca nie udostępnił jej pod tym adresem lub już tego nie robi.',
    },
    'used-up': {
      title: 'Na razie nie można otworzyć kolejnych książek',
      help: 'Prosimy wrócić później.',
    },
    busy: { title: 'Zbyt wielu czytelników naraz', help: 'Prosimy spróbować za chwilę.' },
    'not-licensed': {
      title: 'Tu kończy się fragment',
      help: 'Reszta książki nie należy do tego fragmentu.',
    },
    wrong: {
      title: 'Ten adres jest nieprawidłowy',
      help: 'Czegoś w nim brakuje lub jest w nim błąd.',
    },
    fault: {
      title: 'Nie udało się otworzyć książki',
      help: 'Coś poszło nie tak po naszej stronie. Prosimy spróbować ponownie.',
    },
  },
  requestId: (id) => `Żądanie ${id}`,
};
