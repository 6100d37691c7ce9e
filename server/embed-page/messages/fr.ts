import type { Words } from '../messages.ts';

export const fr: Words = {
  locale: 'fr',
  direction: 'ltr',
  by: (names) => `de ${names}`,
  contents: 'Sommaire',
  sections: 'Sections',
  previous: 'Précédent',
  next: 'Suivant',
  about: 'À propos de ce livre',
  sampleEnds: 'L’extrait s’arrête ici',
  sampleEndsHelp: (title) => `Vous avez lu l’extrait de « ${title} ».`,
  price: 'Prix',
  roughly: (price) => `environ ${price}`,
  buy: 'Acheter le livre',
  library: 'Livres',
  emptyLibrary: 'Il n’y a pas encore de livres ici.',
  newer: 'Livres plus récents',
  older: 'Livres plus anciens',
  home: 'Accueil',
  privacy: 'Confidentialité',
  terms: 'Conditions',
  cover: (title) => `Couverture de ${title}`,
  failures: {
    unknown: { title: 'Ce livre n’est pas ici', help: 'Il a peut-être été déplacé ou retiré.' },
    closed: {
      title: 'Ce livre ne peut pas être ouvert ici',
      help: 'L’éditeur ne l’a pas ouvert à cette adresse, ou ne le fait plus.',
    },
    'used-up': {
      title: 'Aucun autre livre ne peut être ouvert pour l’instant',
      help: 'Veuillez revenir plus tard.',
    },
    busy: { title: 'Trop de lecteurs à la fois', help: 'Veuillez réessayer dans un instant.' },
    'not-licensed': {
      title: 'L’extrait s’arrête ici',
      help: 'Le reste du livre ne fait pas partie de cet extrait.',
    },
    wrong: {
      title: 'Cette adresse n’est pas correcte',
      help: 'Quelque chose y manque ou est mal orthographié.',
    },
    fault: {
      title: 'Le livre n’a pas pu être ouvert',
      help: 'Une erreur s’est produite de notre côté. Veuillez réessayer.',
    },
  },
  requestId: (id) => `Requête ${id}`,
};
