import type { Words } from '../messages.ts';

export const ja: Words = {
  locale: 'ja',
  direction: 'ltr',
  by: (names) => `${names} 著`,
  contents: '目次',
  sections: 'セクション',
  previous: '前へ',
  next: '次へ',
  about: 'この本について',
  sampleEnds: '試し読みはここまでです',
  sampleEndsHelp: (title) => `『${title}』の試し読みを読み終えました。`,
  price: '価格',
  roughly: (price) => `約${price}`,
  buy: '本を購入',
  library: '本',
  emptyLibrary: 'ここにはまだ本がありません。',
  newer: '新しい本',
  older: '古い本',
  home: 'ホーム',
  privacy: 'プライバシー',
  terms: '利用規約',
  cover: (title) => `${title}の表紙`,
  failures: {
    unknown: {
      title: 'この本はここにありません',
      help: '移動または公開終了になった可能性があります。',
    },
    closed: {
      title: 'この本はここでは開けません',
      help: '出版社がこのアドレスで公開していないか、公開を終了しました。',
    },
    'used-up': {
      title: '現在、これ以上本を開けません',
      help: 'しばらくしてからもう一度お越しください。',
    },
    busy: { title: '読者が集中しています', help: 'しばらくしてからもう一度お試しください。' },
    'not-licensed': {
      title: '試し読みはここまでです',
      help: '本の続きはこの試し読みには含まれていません。',
    },
    wrong: {
      title: 'このアドレスは正しくありません',
      help: '抜けている部分か、つづりの誤りがあります。',
    },
    fault: {
      title: '本を開けませんでした',
      help: 'こちら側で問題が発生しました。もう一度お試しください。',
    },
  },
  requestId: (id) => `リクエスト ${id}`,
};
