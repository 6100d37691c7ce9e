import type { Words } from '../messages.ts';

export const pt: Words = {
  locale: 'pt',
  direction: 'ltr',
  by: (names) => `de ${names}`,
  contents: 'Sumário',
  sections: 'Seções',
  previous: 'Anterior',
  next: 'Próxima',
  about: 'Sobre este livro',
  sampleEnds: 'A amostra termina aqui',
  sampleEndsHelp: (title) => `Você leu a amostra de “${title}”.`,
  price: 'Preço',
  roughly: (price) => `cerca de ${price}`,
  buy: 'Comprar o livro',
  library: 'Livros',
  emptyLibrary: 'Ainda não há livros aqui.',
  newer: 'Livros mais recentes',
  older: 'Livros mais antigos',
  home: 'Início',
  privacy: 'Privacidade',
  terms: 'Termos',
  cover: (title) => `Capa de ${title}`,
  failures: {
    unknown: { title: 'Este livro não está aqui', help: 'Ele pode ter sido movido ou retirado.' },
    closed: {
      title: 'Este livro não pode ser aberto aqui',
      help: 'A editora não o abriu neste endereço, ou deixou de abri-lo.',
    },
    'used-up': {
      title: 'Por enquanto, não é possível abrir mais livros',
      help: 'Volte mais tarde.',
    },
    busy: { title: 'Leitores demais ao mesmo tempo', help: 'Tente novamente daqui a pouco.' },
    'not-licensed': {
      title: 'A amostra termina aqui',
      help: 'O restante do livro não faz parte desta amostra.',
    },
    wrong: {
      title: 'Este endereço não está correto',
      help: 'Falta algo nele ou há um erro de digitação.',
    },
    fault: {
      title: 'Não foi possível abrir o livro',
      help: 'Algo deu errado do nosso lado. Tente novamente.',
    },
  },
  requestId: (id) => `Solicitação ${id}`,
};
