import type { Words } from '../messages.ts';

export const sv: Words = {
  locale: 'sv',
  direction: 'ltr',
  by: (names) => `av ${names}`,
  contents: 'Innehåll',
  sections: 'Avsnitt',
  previous: 'Föregående',
  next: 'Nästa',
  about: 'Om boken',
  sampleEnds: 'Smakprovet slutar här',
  sampleEndsHelp: (title) => `Du har läst smakprovet av ”${title}”.`,
  price: 'Pris',
  roughly: (price) => `cirka ${price}`,
  buy: 'Köp boken',
  library: 'Böcker',
  emptyLibrary: 'Här finns inga böcker än.',
  newer: 'Nyare böcker',
  older: 'Äldre böcker',
  home: 'Startsida',
  privacy: 'Integritet',
  terms: 'Villkor',
  cover: (title) => `Omslag till ${title}`,
  failures: {
    unknown: {
      title: 'Den här boken finns inte här',
      help: 'Den kan ha flyttats eller dragits tillbaka.',
    },
    closed: {
      title: 'Den här boken kan inte öppnas här',
      help: 'Förlaget har inte öppnat den på den här adressen, eller gör det inte längre.',
    },
    'used-up': { title: 'Just nu kan inga fler böcker öppnas', help: 'Kom tillbaka senare.' },
    busy: { title: 'För många läsare samtidigt', help: 'Försök igen om en stund.' },
    'not-licensed': {
      title: 'Smakprovet slutar här',
      help: 'Resten av boken ingår inte i smakprovet.',
    },
    wrong: { title: 'Adressen stämmer inte', help: 'Något i den saknas eller är felstavat.' },
    fault: { title: 'Boken kunde inte öppnas', help: 'Något gick fel hos oss. Försök igen.' },
  },
  requestId: (id) => `Begäran ${id}`,
};
