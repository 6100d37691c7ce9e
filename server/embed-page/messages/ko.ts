import type { Words } from '../messages.ts';

export const ko: Words = {
  locale: 'ko',
  direction: 'ltr',
  by: (names) => `${names} 지음`,
  contents: '차례',
  sections: '섹션',
  previous: '이전',
  next: '다음',
  about: '이 책에 대하여',
  sampleEnds: '미리보기는 여기까지입니다',
  sampleEndsHelp: (title) => `‘${title}’의 미리보기를 다 읽었습니다.`,
  price: '가격',
  roughly: (price) => `약 ${price}`,
  buy: '책 구매하기',
  library: '책',
  emptyLibrary: '아직 여기에 책이 없습니다.',
  newer: '최신 책',
  older: '이전 책',
  home: '홈',
  privacy: '개인정보 보호',
  terms: '이용 약관',
  cover: (title) => `${title} 표지`,
  failures: {
    unknown: { title: '이 책은 여기에 없습니다', help: '옮겨졌거나 내려졌을 수 있습니다.' },
    closed: {
      title: '이 책은 여기서 열 수 없습니다',
      help: '출판사가 이 주소에서 열지 않았거나 더 이상 열지 않습니다.',
    },
    'used-up': { title: '지금은 책을 더 열 수 없습니다', help: '나중에 다시 방문해 주세요.' },
    busy: { title: '동시에 읽는 사람이 너무 많습니다', help: '잠시 후 다시 시도해 주세요.' },
    'not-licensed': {
      title: '미리보기는 여기까지입니다',
      help: '책의 나머지는 이 미리보기에 포함되지 않습니다.',
    },
    wrong: { title: '주소가 올바르지 않습니다', help: '빠진 부분이 있거나 철자가 잘못되었습니다.' },
    fault: {
      title: '책을 열지 못했습니다',
      help: '저희 쪽에 문제가 생겼습니다. 다시 시도해 주세요.',
    },
  },
  requestId: (id) => `요청 ${id}`,
};
