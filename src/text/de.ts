import type { Messages } from './messages.ts';
import { formatNumber, formatPercent, plural } from './plural.ts';

const number = (value: number) => formatNumber('de', value);

export const de: Messages = {
  locale: 'de',
  reader: (title) => (title ? `Lesegerät: ${title}` : 'Lesegerät'),
  loading: 'Das Buch wird geöffnet …',
  pageArea: (title) => `Seiten von ${title}`,
  pageHelp: 'Mit den Pfeiltasten oder der Leertaste umblättern.',
  controls: 'Bedienung',
  contents: 'Inhalt',
  noContents: 'Dieses Buch hat kein Inhaltsverzeichnis.',
  close: 'Schließen',
  appearance: 'Darstellung',
  textSize: 'Schriftgröße',
  smaller: 'Kleinere Schrift',
  larger: 'Größere Schrift',
  theme: 'Farben',
  themeLight: 'Hell',
  themeDark: 'Dunkel',
  themeSepia: 'Sepia',
  themeSystem: 'System',
  columns: 'Spalten',
  columnsAuto: 'Automatisch',
  columnsOne: 'Eine',
  previousPage: 'Vorige Seite',
  nextPage: 'Nächste Seite',
  progress: 'Stelle im Buch',
  percent: (fraction) => formatPercent('de', fraction),
  pageOf: (page, pages) => `Seite ${number(page)} von ${number(pages)}`,
  positionOf: (position, positions) => `Position ${number(position)} von ${number(positions)}`,
  pagesLeft: (pages) =>
    pages === 0
      ? 'Letzte Seite des Kapitels'
      : plural('de', pages, {
          one: 'Noch # Seite im Kapitel',
          other: 'Noch # Seiten im Kapitel',
        }),
  scrollBox: 'Breiter Inhalt; zum Ansehen verschieben',
  retry: 'Erneut versuchen',
  pageFailed: 'Die nächsten Seiten konnten nicht geladen werden.',
  requestId: (id) => `Anfrage ${id}`,
  bookMissing: 'Kein Buch gewählt',
  bookMissingHelp: 'Das Attribut „book“ ist leer.',
  keyMissing: 'Der Schlüssel fehlt',
  keyMissingHelp: 'Wer diese Seite betreibt, muss das Attribut „key“ setzen.',
  keyInvalid: 'Der Schlüssel ist ungültig',
  keyInvalidHelp:
    'Er ist unbekannt, abgelaufen oder widerrufen. Wer diese Seite betreibt, kann einen neuen setzen.',
  originRefused: 'Auf dieser Website darf hier nicht gelesen werden',
  originRefusedHelp: 'Wer diese Seite betreibt, muss ihre Adresse für den Schlüssel freigeben.',
  secretKey: 'Dieser Schlüssel muss geheim bleiben',
  secretKeyHelp: 'Wer diese Seite betreibt, muss ihn durch einen öffentlichen ersetzen.',
  quota: 'Zurzeit lassen sich keine Bücher mehr öffnen',
  quotaHelp: (until) =>
    until
      ? `Das Kontingent dieser Website ist aufgebraucht. Ab ${until} geht es weiter.`
      : 'Das Kontingent dieser Website ist aufgebraucht.',
  busy: 'Zu viele Zugriffe auf einmal',
  busyHelp: 'Bitte gleich noch einmal versuchen.',
  offline: 'Keine Verbindung',
  offlineHelp: 'Das Buch öffnet sich, sobald die Verbindung wieder steht.',
  bookUnknown: 'Dieses Buch gibt es hier nicht',
  bookUnknownHelp: 'Vielleicht wurde es verschoben oder zurückgezogen.',
  notLicensed: 'Hier endet die Leseprobe',
  notLicensedHelp: 'Der Rest des Buches gehört nicht zur Leseprobe.',
  other: 'Das Buch ließ sich nicht öffnen',
  otherHelp: 'Bei uns ist etwas schiefgegangen.',
};
