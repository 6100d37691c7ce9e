import type { Messages } from './messages.ts';

type FunctionName = {
  [Name in keyof Messages]: Messages[Name] extends (...values: never[]) => string ? Name : never;
}[keyof Messages];

type Kind<Value> = [Value] extends [number]
  ? 'number'
  : [Value] extends [boolean]
    ? 'boolean'
    : 'string';

type Declared<Message> = Message extends (...values: infer Values) => string
  ? { readonly [At in keyof Values]: `${string}: ${Kind<Values[At]>}` }
  : never;

/**
 * Arguments of the reader's messages, in the order of `Messages`, with the names used by the
 * catalogs in `shared/messages`. Read only at build time. `number` and `percent` are the same in
 * all languages and are not in any catalog.
 */
export const messageArguments = {
  reader: ['title: string'],
  pageArea: ['title: string'],
  less: ['name: string'],
  more: ['name: string'],
  pageOf: ['page: number', 'pages: number'],
  positionOf: ['position: number', 'positions: number'],
  pagesLeft: ['pages: number'],
  newChapter: ['title: string'],
  newChapters: ['count: number'],
  imported: ['count: number'],
  sectionsOf: ['title: string'],
  printedPage: ['label: string'],
  noPage: ['label: string'],
  pageInChapter: ['page: number', 'pages: number'],
  minutesLeft: ['inChapter: string', 'inBook: string'],
  timeLeftInChapter: ['time: string'],
  backTo: ['title: string'],
  backToPage: ['page: string'],
  furthestPosition: ['title: string', 'fraction: number', 'device: string'],
  downloadOf: ['size: string'],
  downloading: ['done: string', 'all: string'],
  downloaded: ['size: string'],
  removeDownloadOf: ['title: string'],
  leaveBookTo: ['place: string'],
  leaveBookToApp: ['place: string'],
  times: ['factor: number'],
  searchResults: ['count: number', 'isExact: boolean'],
  searchNothing: ['query: string'],
  showAllResults: ['query: string'],
  resultOf: ['hit: number', 'hits: number'],
  requestId: ['id: string'],
  quotaHelp: ['until: string'],
  buyFor: ['price: string'],
  approximately: ['price: string'],
  exchangeRate: ['time: string'],
  haveRead: ['fraction: number'],
  chaptersLeft: ['chapters: number'],
  sampleEndsAt: ['fraction: number'],
} as const satisfies {
  [Name in Exclude<FunctionName, 'number' | 'percent'>]: Declared<Messages[Name]>;
};
