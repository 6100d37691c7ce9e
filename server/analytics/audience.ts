import type { IncomingHttpHeaders } from 'node:http';

export const deviceClasses = ['phone', 'tablet', 'desktop'] as const;
export type DeviceClass = (typeof deviceClasses)[number];

/** Audience data from a reader's request headers. Empty values are unknown. */
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
 * Returns the first language and the first region in `Accept-Language`, and the device class from
 * `User-Agent`. Accepts only known codes, so that requests cannot create an unlimited number of
 * values. Does not use IP addresses.
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

/** Tablets that identify as desktop computers, such as iPads, count as desktop computers. */
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
