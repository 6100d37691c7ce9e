import type { Words } from '../messages.ts';

export const es: Words = {
  locale: 'es',
  direction: 'ltr',
  by: (names) => `de ${names}`,
  contents: 'Índice',
  sections: 'Secciones',
  previous: 'Anterior',
  next: 'Siguiente',
  about: 'Acerca de este libro',
  sampleEnds: 'La muestra termina aquí',
  sampleEndsHelp: (title) => `Ha leído la muestra de «${title}».`,
  price: 'Precio',
  roughly: (price) => `aproximadamente ${price}`,
  buy: 'Comprar el libro',
  library: 'Libros',
  emptyLibrary: 'Aquí todavía no hay libros.',
  newer: 'Libros más recientes',
  older: 'Libros más antiguos',
  home: 'Inicio',
  privacy: 'Privacidad',
  terms: 'Condiciones',
  cover: (title) => `Cubierta de ${title}`,
  failures: {
    unknown: { title: 'Este libro no está aquí', help: 'Puede que se haya movido o retirado.' },
    closed: {
      title: 'Este libro no se puede abrir aquí',
      help: 'La editorial no lo ha abierto en esta dirección, o ya no lo hace.',
    },
    'used-up': { title: 'Por ahora no se pueden abrir más libros', help: 'Vuelva más tarde.' },
    busy: {
      title: 'Demasiados lectores a la vez',
      help: 'Inténtelo de nuevo dentro de un momento.',
    },
    'not-licensed': {
      title: 'La muestra termina aquí',
      help: 'El resto del libro no forma parte de esta muestra.',
    },
    wrong: {
      title: 'Esta dirección no es correcta',
      help: 'Falta algo en ella o está mal escrita.',
    },
    fault: {
      title: 'No se ha podido abrir el libro',
      help: 'Algo ha fallado por nuestra parte. Inténtelo de nuevo.',
    },
  },
  requestId: (id) => `Solicitud ${id}`,
};
