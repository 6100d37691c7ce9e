export type { StatementTexts } from '../state/accessibility-statement.ts';
/**
 * All text that the reader shows or announces, by key. The text is in `shared/messages`. `verify`
 * fails if a catalog lacks a key.
 */
export interface Messages {
  /** BCP 47 tag of the catalog with the requested region. */
  locale: string;
  reader: (title: string) => string;
  loading: string;
  /** Label of a reader opened with a test key. Keep short. */
  testBadge: string;
  testBadgeHelp: string;
  pageArea: (title: string) => string;
  pageHelp: string;
  contents: string;
  noContents: string;
  close: string;
  appearance: string;
  menu: string;
  /** Label of the button and of the shortcut. */
  fullscreen: string;
  exitFullscreen: string;
  /** Announced when the reader enters full screen. */
  fullscreenOn: string;
  fullscreenOff: string;
  textSize: string;
  smaller: string;
  larger: string;
  theme: string;
  themeLight: string;
  themeDark: string;
  themeSepia: string;
  /** High-contrast theme. */
  themeContrast: string;
  themeSystem: string;
  /** Option of theme, font and spacing that keeps the publisher's design. Keep short. */
  publisherDefault: string;
  font: string;
  fontSerif: string;
  fontSans: string;
  fontSystem: string;
  /** Label of the choice between pages and scrolling. */
  layout: string;
  layoutPages: string;
  layoutScroll: string;
  /** Button that shows the less common settings. */
  moreSettings: string;
  lineHeight: string;
  paragraphSpacing: string;
  letterSpacing: string;
  wordSpacing: string;
  /** Accessible name of the minus button of a setting. */
  less: (name: string) => string;
  more: (name: string) => string;
  margins: string;
  marginsNarrow: string;
  marginsNormal: string;
  marginsWide: string;
  columns: string;
  columnsAuto: string;
  columnsOne: string;
  columnsTwo: string;
  align: string;
  alignLeft: string;
  alignRight: string;
  alignJustify: string;
  hyphens: string;
  /** Setting for pronunciation aids above or beside characters. */
  ruby: string;
  pageTurn: string;
  pageTurnSlide: string;
  pageTurnFade: string;
  pageTurnNone: string;
  /** Button that enlarges a panel at the bottom of a phone's screen. */
  panelFullHeight: string;
  on: string;
  off: string;
  /** Button that resets all settings. */
  reset: string;
  previousPage: string;
  nextPage: string;
  progress: string;
  /** `fraction` is 0–1. */
  percent: (fraction: number) => string;
  number: (value: number) => string;
  pageOf: (page: number, pages: number) => string;
  positionOf: (position: number, positions: number) => string;
  /** Number of pages after this one in the chapter, never 0. */
  pagesLeft: (pages: number) => string;
  newChapter: (title: string) => string;
  newChapters: (count: number) => string;
  readChapter: string;
  chapterChanged: string;
  showChange: string;
  search: string;
  annotations: string;
  bookmark: string;
  highlight: string;
  highlights: string;
  notes: string;
  bookmarks: string;
  allAnnotations: string;
  /** Names of the five highlight colors. */
  colors: Record<'yellow' | 'green' | 'blue' | 'pink' | 'purple', string>;
  anyColor: string;
  /** Accessible name of the toolbar for selected text. */
  selectedText: string;
  highlightSelection: string;
  noteSelection: string;
  /** Announced when text is selected with the keyboard. */
  selectedHelp: string;
  /** Announced after the selection. Tab moves to the menu. */
  selectedMore: string;
  /** A reader's own note, as opposed to `footnote`. */
  annotationNote: string;
  addNote: string;
  editNote: string;
  noteSaved: string;
  copyQuote: string;
  copied: string;
  findInBook: string;
  share: string;
  /** Button that draws the selected text as a picture. */
  quotePicture: string;
  pictureSaved: string;
  pictureFailed: string;
  save: string;
  delete: string;
  deleted: string;
  undo: string;
  restored: string;
  highlighted: string;
  bookmarkSet: string;
  noAnnotations: string;
  noMatches: string;
  /** Button that shows more items in a long list. */
  showMore: string;
  annotationsLost: string;
  annotationsLostHelp: string;
  /** Shown if the browser cannot store annotations. */
  annotationsNotSaved: string;
  annotationsPending: string;
  exportAnnotations: string;
  exportAsText: string;
  importAnnotations: string;
  imported: (count: number) => string;
  importFailed: string;
  navigation: string;
  sectionsOf: (title: string) => string;
  pages: string;
  landmarks: string;
  printedPages: string;
  printedPage: (label: string) => string;
  goToPage: string;
  go: string;
  noPage: (label: string) => string;
  pageInChapter: (page: number, pages: number) => string;
  /** The arguments are formatted durations. */
  minutesLeft: (inChapter: string, inBook: string) => string;
  /** `time` is a formatted duration. */
  timeLeftInChapter: (time: string) => string;
  changeProgress: string;
  backTo: (title: string) => string;
  backToPage: (page: string) => string;
  dismiss: string;
  /**
   * `fraction` is 0–1, `title` is a chapter's title or empty, and `device` is the name of another
   * device or empty.
   */
  furthestPosition: (title: string, fraction: number, device: string) => string;
  goThere: string;
  copyLink: string;
  /** Prints the current section. */
  print: string;
  linkCopied: string;
  linkNotCopied: string;
  aboutBook: string;
  /** Role names by MARC relator code, for one person. */
  roles: Readonly<Record<string, string>>;
  contributor: string;
  publisher: string;
  published: string;
  bookLanguage: string;
  rights: string;
  /**
   * Uses the terms of the W3C Accessibility Metadata Display Guide 2.0, which has official
   * translations.
   */
  accessibility: {
    title: string;
    unknown: string;
    waysOfReading: string;
    conformance: string;
    navigation: string;
    rich: string;
    hazards: string;
    summary: string;
    legal: string;
    additional: string;
  };
  help: string;
  helpTurning: string;
  helpEnds: string;
  helpHistory: string;
  helpTap: string;
  helpMiddle: string;
  /** Heading above the gestures. */
  gestures: string;
  helpHold: string;
  helpPicture: string;
  helpLetters: string;
  /** How to select text with the keyboard. */
  helpSelect: string;
  shortcuts: string;
  helpFocus: string;
  keySpace: string;
  keyShift: string;
  keyHome: string;
  keyEnd: string;
  scrollBox: string;
  /** Accessible name of an enlargeable image without alternative text. */
  image: string;
  /** Button that enlarges a table, code listing or formula. */
  enlarge: string;
  /** Accessible name of the enlarged view. */
  enlargedView: string;
  zoomIn: string;
  zoomOut: string;
  /** A footnote or endnote. */
  footnote: string;
  goToFootnote: string;
  offlineReading: string;
  downloadHelp: string;
  downloadSampleHelp: string;
  download: string;
  /** `size` is a formatted size. */
  downloadOf: (size: string) => string;
  downloading: (done: string, all: string) => string;
  downloaded: (size: string) => string;
  removeDownload: string;
  removeDownloadOf: (title: string) => string;
  otherDownloads: string;
  storageFull: string;
  downloadFailed: string;
  cancel: string;
  leaveBookTitle: string;
  leaveBookTo: (place: string) => string;
  /** For `mailto:`, `tel:` and similar links. */
  leaveBookToApp: (place: string) => string;
  openLink: string;
  readAloud: string;
  readingAloud: string;
  stopReadAloud: string;
  pauseReadAloud: string;
  resumeReadAloud: string;
  previousPassage: string;
  nextPassage: string;
  backToSentence: string;
  skipBlock: string;
  skipNotes: string;
  speechRate: string;
  /** Playback speed, for a small button. */
  times: (factor: number) => string;
  voice: string;
  audioBlocked: string;
  audioFailed: string;
  searchIn: string;
  searchHint: string;
  searchClear: string;
  searching: string;
  /** `isExact` is false if there are more than `count`. */
  searchResults: (count: number, isExact: boolean) => string;
  searchNothing: (query: string) => string;
  searchFailed: string;
  searchOffline: string;
  /** `query` is the text that the reader typed. */
  showAllResults: (query: string) => string;
  resultOf: (hit: number, hits: number) => string;
  previousResult: string;
  nextResult: string;
  closeSearch: string;
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
  /** `until` is a formatted local time or date, or null if unknown. */
  quotaHelp: (until: string | null) => string;
  busy: string;
  busyHelp: string;
  blocked: string;
  blockedHelp: string;
  unreachable: string;
  unreachableHelp: string;
  apiMissing: string;
  apiMissingHelp: string;
  /** Shown below `busy` while the reader waits to retry. */
  busyWaiting: string;
  /** Shown if the server has a newer version of the reader. */
  updated: string;
  /** Button that reloads the page. Keep short. */
  reload: string;
  offline: string;
  offlineHelp: string;
  bookUnknown: string;
  bookUnknownHelp: string;
  notLicensed: string;
  notLicensedHelp: string;
  accessEnded: string;
  accessEndedHelp: string;
  /** Button label. Keep short. */
  buy: string;
  buyBook: string;
  /** `price` is a formatted price. */
  buyFor: (price: string) => string;
  /** A converted price. */
  approximately: (price: string) => string;
  /** `time` is a formatted day or time. It follows a price in parentheses. */
  exchangeRate: (time: string) => string;
  opensInNewTab: string;
  /** `fraction` is 0–1. */
  haveRead: (fraction: number) => string;
  /** `chapters` is the number of chapters outside the sample. */
  chaptersLeft: (chapters: number) => string;
  backToBook: string;
  /** Marks a chapter outside the sample. */
  notInSample: string;
  /** Describes where the sample ends. `fraction` is 0–1. */
  sampleEndsAt: (fraction: number) => string;
  /** Link to the publisher's legal notice. */
  legal: string;
  privacy: string;
  terms: string;
  other: string;
  otherHelp: string;
}
