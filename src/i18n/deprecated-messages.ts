import type { Messages } from './messages.ts';

/** Former message names by their current name. A page may still use them in its own messages. */
const deprecatedNames = {
  about: 'approximately',
  allMarks: 'allAnnotations',
  asPublished: 'publisherDefault',
  backToSpoken: 'backToSentence',
  bookKept: 'downloaded',
  changeReading: 'changeProgress',
  escapeSpoken: 'skipBlock',
  exportMarks: 'exportAnnotations',
  exportText: 'exportAsText',
  findWay: 'navigation',
  goToNote: 'goToFootnote',
  hitOf: 'resultOf',
  importMarks: 'importAnnotations',
  keepBook: 'download',
  keepBookHelp: 'downloadHelp',
  keepBookOf: 'downloadOf',
  keepFailed: 'downloadFailed',
  keepSampleHelp: 'downloadSampleHelp',
  keepingBook: 'downloading',
  largeView: 'enlargedView',
  leadsTo: 'leaveBookTo',
  leadsToApp: 'leaveBookToApp',
  leaveBook: 'leaveBookTitle',
  leaveSearch: 'closeSearch',
  listen: 'readAloud',
  listening: 'readingAloud',
  locked: 'notInSample',
  marks: 'annotations',
  marksForVisit: 'annotationsNotSaved',
  marksLost: 'annotationsLost',
  marksLostHelp: 'annotationsLostHelp',
  marksWaiting: 'annotationsPending',
  mode: 'layout',
  modePages: 'layoutPages',
  modeScroll: 'layoutScroll',
  nextHit: 'nextResult',
  noMarks: 'noAnnotations',
  noRoom: 'storageFull',
  noSuchMarks: 'noMatches',
  note: 'footnote',
  openLarge: 'enlarge',
  opensElsewhere: 'opensInNewTab',
  otherKeptBooks: 'otherDownloads',
  ownNote: 'annotationNote',
  partsOf: 'sectionsOf',
  pauseListening: 'pauseReadAloud',
  picture: 'image',
  previousHit: 'previousResult',
  rateOf: 'exchangeRate',
  readOn: 'furthestPosition',
  removeKept: 'removeDownload',
  removeKeptBook: 'removeDownloadOf',
  resumeListening: 'resumeReadAloud',
  sampleUntil: 'sampleEndsAt',
  searchAsking: 'searching',
  searchHits: 'searchResults',
  searchList: 'showAllResults',
  skipAsides: 'skipNotes',
  soundFailed: 'audioFailed',
  soundForbidden: 'audioBlocked',
  stopListening: 'stopReadAloud',
  ways: 'waysOfReading',
} as const;

type DeprecatedNames = typeof deprecatedNames;

/** Messages by their former names, with the arguments of the current messages. */
export type DeprecatedMessages = {
  [
    Old in keyof DeprecatedNames as DeprecatedNames[Old] extends keyof Messages ? Old : never
  ]: Messages[DeprecatedNames[Old] & keyof Messages];
};

/**
 * Renames the deprecated keys in a page's own messages. A current key takes precedence over its
 * former name.
 */
export function renameDeprecated(own: object): Record<string, unknown> {
  const entries = Object.entries(own);
  const renamed = entries.flatMap(([name, value]): [string, unknown][] => {
    const current = currentName(name);
    return current === null ? [] : [[current, value]];
  });
  return { ...Object.fromEntries(renamed), ...Object.fromEntries(entries) };
}

function currentName(name: string): string | null {
  const found = Object.entries(deprecatedNames).find(([old]) => old === name);
  return found ? found[1] : null;
}
