import type { IncomingHttpHeaders } from 'node:http';

export const deviceClasses = ['phone', 'tablet', 'desktop'] as const;
export type DeviceClass = (typeof deviceClasses)[number];

/** What a reader's browser says about itself. Empty if it says nothing. */
export interface Audience {
  /** ISO 639 code, such as `de`. */
  language: string;
  /** ISO 3166-1 code, such as `AT`. */
  country: string;
  device: DeviceClass | '';
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/**
 * The first language in `Accept-Language`, the first region in it, and the class of the device in `User-Agent`.
 * Only known codes, so that requests cannot create any number of values. Addresses are not used.
 */
export function audienceOf(headers: IncomingHttpHeaders): Audience {
  const tags = (headers['accept-language'] ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => /^\s*([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}))?\b/i.exec(part));
  const language = tags[0]?.[1]?.toLowerCase() ?? '';
  const country = tags.find((tag) => tag?.[2])?.[2]?.toUpperCase() ?? '';
  return {
    language: language && languageNames.of(language) ? language : '',
    country: country && regionNames.of(country) ? country : '',
    device: deviceOf(headers['user-agent'] ?? ''),
  };
}

/** Tablets that identify as desktop computers, such as iPads, are counted as such. */
function deviceOf(agent: string): DeviceClass | '' {
  if (agent === '') return '';
  if (
    /\biPad\b|\bTablet\b|\bKindle\b|\bSilk\b(?!.*\bMobile\b)|\bAndroid\b(?!.*\bMobile\b)/i.test(
      agent,
    )
  ) {
    return 'tablet';
  }
  return /\bMobile\b|\bMobi\b|\biPhone\b|\biPod\b|\bAndroid\b/i.test(agent) ? 'phone' : 'desktop';
}
