import type { Words } from '../messages.ts';

export const nl: Words = {
  locale: 'nl',
  direction: 'ltr',
  by: (names) => `door ${names}`,
  contents: 'Inhoud',
  sections: 'Hoofdstukken',
  previous: 'Vorige',
  next: 'Volgende',
  about: 'Over dit boek',
  sampleEnds: 'Het fragment eindigt hier',
  sampleEndsHelp: (title) => `U hebt het fragment van ‘${title}’ gelezen.`,
  price: 'Prijs',
  roughly: (price) => `ongeveer ${price}`,
  buy: 'Het boek kopen',
  library: 'Boeken',
  emptyLibrary: 'Er zijn hier nog geen boeken.',
  newer: 'Nieuwere boeken',
  older: 'Oudere boeken',
  home: 'Startpagina',
  privacy: 'Privacy',
  terms: 'Voorwaarden',
  cover: (title) => `Omslag van ${title}`,
  failures: {
    unknown: {
      title: 'Dit boek is hier niet',
      help: 'Misschien is het verplaatst of teruggetrokken.',
    },
    closed: {
      title: 'Dit boek kan hier niet worden geopend',
      help: 'De uitgever heeft het op dit adres niet vrijgegeven, of doet dat niet meer.',
    },
    'used-up': { title: 'Er kunnen nu geen boeken meer worden geopend', help: 'Kom later terug.' },
    busy: { title: 'Te veel lezers tegelijk', help: 'Probeer het zo meteen opnieuw.' },
    'not-licensed': {
      title: 'Het fragment eindigt hier',
      help: 'De rest van het boek hoort niet bij dit fragment.',
    },
    wrong: { title: 'Dit adres klopt niet', help: 'Er ontbreekt iets of het is verkeerd gespeld.' },
    fault: {
      title: 'Het boek kon niet worden geopend',
      help: 'Er is bij ons iets misgegaan. Probeer het opnieuw.',
    },
  },
  requestId: (id) => `Verzoek ${id}`,
};
