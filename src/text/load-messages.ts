import { en } from './en.ts';
import type { Messages } from './messages.ts';

/** Catalogues besides English, by language; each is fetched when it is needed. */
const catalogues: Record<string, () => Promise<Messages>> = {
  de: () => import('./de.ts').then(({ de }) => de),
};

/**
 * The catalogue of the first wanted language that there is, else English.
 * English too when its file cannot be fetched.
 */
export async function loadMessages(wanted: readonly string[]): Promise<Messages> {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0] ?? '';
    if (language === 'en') return en;
    const load = catalogues[language];
    if (load) return load().catch(() => en);
  }
  return en;
}

/** When something works again, as people of the place say it: the time today, else with its day. */
export function formatUntil(locale: string, untilMs: number, nowMs: number): string {
  const until = new Date(untilMs);
  const isToday = until.toDateString() === new Date(nowMs).toDateString();
  return new Intl.DateTimeFormat(locale, {
    ...(isToday ? {} : { weekday: 'long', day: 'numeric', month: 'long' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(until);
}
