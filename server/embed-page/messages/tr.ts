import type { Words } from '../messages.ts';

export const tr: Words = {
  locale: 'tr',
  direction: 'ltr',
  by: (names) => `Yazan: ${names}`,
  contents: 'İçindekiler',
  sections: 'Bölümler',
  previous: 'Önceki',
  next: 'Sonraki',
  about: 'Bu kitap hakkında',
  sampleEnds: 'Örnek burada bitiyor',
  sampleEndsHelp: (title) => `“${title}” kitabının örneğini okudunuz.`,
  price: 'Fiyat',
  roughly: (price) => `yaklaşık ${price}`,
  buy: 'Kitabı satın al',
  library: 'Kitaplar',
  emptyLibrary: 'Burada henüz kitap yok.',
  newer: 'Daha yeni kitaplar',
  older: 'Daha eski kitaplar',
  home: 'Ana sayfa',
  privacy: 'Gizlilik',
  terms: 'Koşullar',
  cover: (title) => `${title} kitabının kapağı`,
  failures: {
    unknown: { title: 'Bu kitap burada değil', help: 'Taşınmış veya geri çekilmiş olabilir.' },
    closed: {
      title: 'Bu kitap burada açılamıyor',
      help: 'Yayıncı bu adreste açmamış veya artık açmıyor.',
    },
    'used-up': { title: 'Şu anda başka kitap açılamıyor', help: 'Lütfen daha sonra tekrar gelin.' },
    busy: { title: 'Aynı anda çok fazla okur var', help: 'Lütfen birazdan tekrar deneyin.' },
    'not-licensed': {
      title: 'Örnek burada bitiyor',
      help: 'Kitabın geri kalanı bu örneğe dahil değil.',
    },
    wrong: { title: 'Bu adres doğru değil', help: 'İçinde bir şey eksik veya yanlış yazılmış.' },
    fault: {
      title: 'Kitap açılamadı',
      help: 'Bizim tarafımızda bir sorun oluştu. Lütfen tekrar deneyin.',
    },
  },
  requestId: (id) => `İstek ${id}`,
};
