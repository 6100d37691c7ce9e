/** Every visible or spoken word of the reader. A catalogue that lacks one does not compile. */
export interface Messages {
  /** BCP 47 tag of the catalogue. */
  locale: string;
  reader: (title: string) => string;
  loading: string;
  pageArea: (title: string) => string;
  pageHelp: string;
  contents: string;
  noContents: string;
  close: string;
  appearance: string;
  menu: string;
  textSize: string;
  smaller: string;
  larger: string;
  theme: string;
  themeLight: string;
  themeDark: string;
  themeSepia: string;
  themeSystem: string;
  columns: string;
  columnsAuto: string;
  columnsOne: string;
  previousPage: string;
  nextPage: string;
  progress: string;
  /** `fraction` is 0–1. */
  percent: (fraction: number) => string;
  pageOf: (page: number, pages: number) => string;
  positionOf: (position: number, positions: number) => string;
  /** Pages after this one in the chapter; nothing is said on its last. */
  pagesLeft: (pages: number) => string;
  newChapter: (title: string) => string;
  newChapters: (count: number) => string;
  readChapter: string;
  chapterChanged: string;
  showChange: string;
  scrollBox: string;
  retry: string;
  pageFailed: string;
  requestId: (id: string) => string;
  bookMissing: string;
  bookMissingHelp: string;
  keyMissing: string;
  keyMissingHelp: string;
  keyInvalid: string;
  keyInvalidHelp: string;
  originRefused: string;
  originRefusedHelp: string;
  secretKey: string;
  secretKeyHelp: string;
  quota: string;
  /** `until` is a local time or date, ready to be read; null when nobody knows. */
  quotaHelp: (until: string | null) => string;
  busy: string;
  busyHelp: string;
  offline: string;
  offlineHelp: string;
  bookUnknown: string;
  bookUnknownHelp: string;
  notLicensed: string;
  notLicensedHelp: string;
  accessEnded: string;
  accessEndedHelp: string;
  /** Short, for a button. */
  buy: string;
  buyBook: string;
  /** `price` is ready to be read. */
  buyFor: (price: string) => string;
  /** Of a price that was converted. */
  about: (price: string) => string;
  /** `time` is a day or a time today, ready to be read. */
  rateOf: (time: string) => string;
  opensElsewhere: string;
  /** `fraction` is 0–1. */
  haveRead: (fraction: number) => string;
  /** Chapters that the sample does not have. */
  chaptersLeft: (chapters: number) => string;
  backToBook: string;
  /** Of a chapter that the sample does not have. */
  locked: string;
  /** Where the sample ends; `fraction` is 0–1. */
  sampleUntil: (fraction: number) => string;
  /** Of the house’s own pages. */
  legal: string;
  privacy: string;
  terms: string;
  other: string;
  otherHelp: string;
}
