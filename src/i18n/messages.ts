import type { AccessibilityFact } from '../state/accessibility-facts.ts';

/** Every visible or spoken word of the reader. A catalogue that lacks one does not compile. */
export interface Messages {
  /** BCP 47 tag: the catalogue's, with the region that was asked for. */
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
  /** The theme of the strongest contrast. */
  themeContrast: string;
  themeSystem: string;
  /** Of a theme, a font or a spacing: as the publisher made it. Short. */
  publisherDefault: string;
  font: string;
  fontSerif: string;
  fontSans: string;
  fontSystem: string;
  /** Of pages and scrolling, as a choice. */
  layout: string;
  layoutPages: string;
  layoutScroll: string;
  /** Opens the settings that few people need. */
  moreSettings: string;
  lineHeight: string;
  paragraphSpacing: string;
  letterSpacing: string;
  wordSpacing: string;
  /** Of a button beside a spacing, whose name is given. */
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
  /** Small readings above or beside the characters. */
  ruby: string;
  on: string;
  off: string;
  /** Brings back how everything was at first. */
  reset: string;
  previousPage: string;
  nextPage: string;
  progress: string;
  /** `fraction` is 0–1. */
  percent: (fraction: number) => string;
  number: (value: number) => string;
  pageOf: (page: number, pages: number) => string;
  positionOf: (position: number, positions: number) => string;
  /** Pages after this one in the chapter; nothing is said on its last. */
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
  /** Names of the five colours of highlights. */
  colors: Record<'yellow' | 'green' | 'blue' | 'pink' | 'purple', string>;
  anyColor: string;
  /** Name of the tools beside selected text. */
  selectedText: string;
  highlightSelection: string;
  noteSelection: string;
  /** Said when text was selected by keyboard. */
  selectedHelp: string;
  /** Of the person’s own words, unlike `note`. */
  annotationNote: string;
  addNote: string;
  editNote: string;
  noteSaved: string;
  copyQuote: string;
  copied: string;
  findInBook: string;
  save: string;
  delete: string;
  deleted: string;
  undo: string;
  restored: string;
  highlighted: string;
  bookmarkSet: string;
  noAnnotations: string;
  noMatches: string;
  /** Of a long list: its next lines. */
  showMore: string;
  annotationsLost: string;
  annotationsLostHelp: string;
  /** Marks cannot be kept in this browser. */
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
  /** Spans of time, ready to be read. */
  minutesLeft: (inChapter: string, inBook: string) => string;
  changeProgress: string;
  backTo: (title: string) => string;
  backToPage: (page: string) => string;
  dismiss: string;
  /** `fraction` is 0–1; `device` is the name of another device, or empty. */
  furthestPosition: (title: string, fraction: number, device: string) => string;
  goThere: string;
  copyLink: string;
  /** Of the section on screen, in the page around. */
  print: string;
  linkCopied: string;
  linkNotCopied: string;
  aboutBook: string;
  /** By MARC relator code, for one person. */
  roles: Readonly<Record<string, string>>;
  contributor: string;
  publisher: string;
  published: string;
  bookLanguage: string;
  rights: string;
  /** As the W3C’s Accessibility Metadata Display Guide 2.0 puts it. */
  accessibility: {
    title: string;
    unknown: string;
    waysOfReading: string;
    conformance: string;
    navigation: string;
    rich: string;
    hazards: string;
    summary: string;
    facts: Record<AccessibilityFact, string>;
  };
  help: string;
  helpTurning: string;
  helpEnds: string;
  helpHistory: string;
  helpTap: string;
  helpMiddle: string;
  helpLetters: string;
  /** That H selects a sentence, and how arrows lead on from it. */
  helpSelect: string;
  shortcuts: string;
  helpFocus: string;
  keySpace: string;
  keyShift: string;
  keyHome: string;
  keyEnd: string;
  scrollBox: string;
  /** Of a picture without a name, on the button that opens it large. */
  image: string;
  /** Opens a table, code or a formula over the whole reader. */
  enlarge: string;
  /** What is open large. */
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
  /** `size` is ready to be read. */
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
  /** Of a link that is for another program: `mailto:`, `tel:`. */
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
  /** A factor, for a small button. */
  times: (factor: number) => string;
  voice: string;
  audioBlocked: string;
  audioFailed: string;
  searchIn: string;
  searchHint: string;
  searchClear: string;
  searching: string;
  /** `isExact`: false where there are more than `count`. */
  searchResults: (count: number, isExact: boolean) => string;
  searchNothing: (query: string) => string;
  searchFailed: string;
  searchOffline: string;
  /** Contains the query as it is. */
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
  /** `until` is a local time or date, ready to be read; null when nobody knows. */
  quotaHelp: (until: string | null) => string;
  busy: string;
  busyHelp: string;
  /** The reader’s own files on the server are newer than the one that runs. */
  updated: string;
  /** Loads the page anew; short, for a button. */
  reload: string;
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
  approximately: (price: string) => string;
  /** `time` is a day or a time today, ready to be read. */
  exchangeRate: (time: string) => string;
  opensInNewTab: string;
  /** `fraction` is 0–1. */
  haveRead: (fraction: number) => string;
  /** Chapters that the sample does not have. */
  chaptersLeft: (chapters: number) => string;
  backToBook: string;
  /** Of a chapter that the sample does not have. */
  notInSample: string;
  /** Where the sample ends; `fraction` is 0–1. */
  sampleEndsAt: (fraction: number) => string;
  /** Of the house’s own pages. */
  legal: string;
  privacy: string;
  terms: string;
  other: string;
  otherHelp: string;
}
