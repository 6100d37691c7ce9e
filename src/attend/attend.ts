import type { AskedReader } from '../controls/requests.ts';
import { readExtras } from '../api/read-extras.ts';
import { answerRequests } from '../controls/requests.ts';
import { SettingsChangeEvent } from '../late-events.ts';
import { wearFonts } from '../look/house-fonts.ts';
import type { Landing } from '../page/reading.ts';
import type { PageBook } from '../page/page-book.ts';
import type { BookSource } from '../api/book-source.ts';
import type { Embed } from '../../server/reader/contract.ts';
import type { Locator } from '../reader/locator.ts';
import type { MarkStore } from '../marks/mark-store.ts';
import type { Memory } from '../reader/memory.ts';
import type { OpenBook } from '../reader/state.ts';
import type { ReaderStore } from '../reader/store.ts';
import type { Messages } from '../text/messages.ts';
import { endSample } from './end-sample.ts';
import { features } from './features.ts';
import { keepFresh } from './keep-fresh.ts';
import { keepOverReload, reloadPage } from './keep-over-reload.ts';
import { returnFocus } from './return-focus.ts';
import { followShortcuts } from './shortcuts.ts';
import { tellFailures } from './tell-failures.ts';
import { tellHouse } from './tell-house.ts';
import { watchAccess } from './watch-access.ts';

/** A reader, as far as it is looked after. */
export interface AttendedReader extends AskedReader {
  readonly renderRoot: ParentNode;
  readonly locator: Locator | null;
  readonly book: string;
  readonly controls: string;
  readonly deepLinks: boolean;
  readonly updateComplete: Promise<boolean>;
  tokenProvider?: () => Promise<string>;
  markStore?: MarkStore;
}

/** What looking after a reader needs of it. */
export interface Attendance {
  /** Null when no book could be opened. */
  opened: { embed: Embed; source: BookSource; leftAtMs: number | null } | null;
  store: ReaderStore;
  memory: Memory;
  text: () => Messages | null;
  /** What the page, else the deployment, says of consent. */
  consent: () => string | undefined;
  /** Shows the book anew, beginning with a section that is here. */
  show: (book: OpenBook, source: BookSource & Pick<PageBook, 'fonts'>, landing: Landing) => void;
  /** Raised when the reader leaves its page. */
  connected: AbortSignal;
  /** Raised when the book is closed. */
  opening: AbortSignal;
}

/** How to send at once what waits to be told, by the signal of each open book. */
const attended = new WeakMap<AbortSignal, () => void>();

/**
 * Does what a reader does besides showing pages: answers its controls, and looks after the open book. May
 * be called again, when the words or the consent are others: what was begun is not begun twice.
 */
export async function attend(reader: AttendedReader, by: Attendance): Promise<void> {
  const { opened, store, connected, opening } = by;
  if (!attended.has(connected)) {
    attended.set(connected, () => {});
    returnFocus(reader, by);
    answerRequests(reader, store, reloadPage, connected);
    tellFailures(reader, store, connected);
    keepSettings(reader, by);
  }
  attended.get(opening)?.();
  if (!opened || opening.aborted || attended.has(opening)) return;
  const { source } = opened;
  const embed = readExtras(opened.embed);
  endSample(reader, store, opening);
  const tell = tellHouse(reader, { ...by, ...opened, embed }, opening);
  attended.set(opening, tell);
  keepFresh(source.session, opening);
  keepOverReload(reader, by, opening);
  watchAccess(reader, { store, source }, opening);
  const relayout = () => reader.renderRoot.querySelector('svc-page')?.relayout();
  void wearFonts(embed.deployment?.fonts ?? [], relayout, opening);
  const page = reader.renderRoot.querySelector('svc-page');
  if (!page) return;
  const book = { ...by, ...opened, embed, page };
  // With the controls: what is pressed before the rest is here would be lost.
  followShortcuts(reader, book, opening);
  const begun = new Set<object>();
  const begin = async (): Promise<void> => {
    const wanted = features.filter((one) => !begun.has(one) && one.isWanted(book, reader));
    for (const one of wanted) begun.add(one);
    // Of what does not come, reading does without.
    const follows = wanted.map(({ load }) => load().catch(() => null));
    for (const coming of follows) {
      const follow = await coming;
      if (opening.aborted) return;
      follow?.(reader, book, opening);
    }
  };
  attended.set(opening, () => {
    tell();
    void begin();
  });
  await begin();
}

function keepSettings(reader: AttendedReader, { store, memory, connected }: Attendance): void {
  const unsubscribe = store.subscribe(({ settings }, before) => {
    if (settings === before.settings) return;
    memory.keepSettings(settings);
    reader.dispatchEvent(new SettingsChangeEvent(settings));
  });
  connected.addEventListener('abort', unsubscribe);
}
