import type { Words } from '../messages.ts';

export const it: Words = {
  locale: 'it',
  direction: 'ltr',
  by: (names) => `di ${names}`,
  contents: 'Indice',
  sections: 'Sezioni',
  previous: 'Precedente',
  next: 'Successiva',
  about: 'Informazioni sul libro',
  sampleEnds: 'L’anteprima finisce qui',
  sampleEndsHelp: (title) => `Ha letto l’anteprima di «${title}».`,
  price: 'Prezzo',
  roughly: (price) => `circa ${price}`,
  buy: 'Acquista il libro',
  library: 'Libri',
  emptyLibrary: 'Qui non ci sono ancora libri.',
  newer: 'Libri più recenti',
  older: 'Libri meno recenti',
  home: 'Pagina iniziale',
  privacy: 'Privacy',
  terms: 'Condizioni',
  cover: (title) => `Copertina di ${title}`,
  failures: {
    unknown: { title: 'Questo libro non è qui', help: 'Forse è stato spostato o ritirato.' },
    closed: {
      title: 'Questo libro non può essere aperto qui',
      help: 'L’editore non lo ha aperto a questo indirizzo, o non lo fa più.',
    },
    'used-up': { title: 'Per ora non si possono aprire altri libri', help: 'Torni più tardi.' },
    busy: { title: 'Troppi lettori contemporaneamente', help: 'Riprovi tra un momento.' },
    'not-licensed': {
      title: 'L’anteprima finisce qui',
      help: 'Il resto del libro non fa parte di questa anteprima.',
    },
    wrong: {
      title: 'Questo indirizzo non è corretto',
      help: 'Manca qualcosa o c’è un errore di battitura.',
    },
    fault: {
      title: 'Non è stato possibile aprire il libro',
      help: 'Qualcosa è andato storto da parte nostra. Riprovi.',
    },
  },
  requestId: (id) => `Richiesta ${id}`,
};
