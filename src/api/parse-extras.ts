import type { Embed } from '../../server/reading-sessions/contract.ts';
import { coerce, nullable, type Shape, toCount, contentUrl, toName } from './parse-responses.ts';

const toText = (value: unknown) =>
  typeof value === 'string' ? value.slice(0, maxTextLength) : null;
/** Limit in characters for long text, such as descriptions. */
const maxTextLength = 20_000;
const parsedEmbeds = new WeakMap<Embed, Embed>();

/**
 * Validates the parts of an embed response that are not needed to show the text. `parseEmbed`
 * validates the rest.
 */
export function parseExtras(embed: Embed): Embed {
  const read = parsedEmbeds.get(embed) ?? (coerce(extrasShape(embed), embed) as Embed);
  parsedEmbeds.set(embed, read);
  parsedEmbeds.set(read, read);
  return read;
}

/** Request parameters that had no effect, for the console. */
export function parseWarnings(embed: Embed): { parameter: string; detail: string }[] {
  const { warnings } = Object(embed);
  return coerce([{ parameter: toName, detail: toName }], warnings) as ReturnType<
    typeof parseWarnings
  >;
}

function extrasShape({ session: { content } }: Embed): Shape {
  const api = content.slice(0, content.lastIndexOf('/content/'));
  const withUrl =
    (shape: Shape, pattern = /\/content\/./) =>
    (value: unknown) => {
      const { url } = Object(value);
      if (typeof url !== 'string' || !pattern.test(url)) return null;
      return coerce(shape, { ...Object(value), url: contentUrl(api, url) });
    };
  const font = withUrl({ family: '', weight: '', style: '' });
  return {
    book: {
      subtitle: toText,
      contributors: [{ name: toName, role: '' }],
      description: toText,
      publisher: toText,
      publishedAt: toText,
      rights: toText,
      accessibility: nullable({
        conformsTo: [''],
        accessModes: [''],
        features: [''],
        hazards: [''],
        summary: toText,
        accessModesSufficient: [''],
        certifiedBy: toText,
        certifierCredential: toText,
        certifierReport: toText,
        certifiedAt: toText,
        exemptions: [''],
      }),
      // External cover URLs from a catalog are not accepted.
      cover: withUrl({}, /\/content\/[^/]+\/cover$/),
    },
    locale: toText,
    access: { expiresAt: toText },
    pageList: [{ title: toName, section: toCount, offset: toCount }],
    landmarks: [{ type: '', title: toName, section: toCount, offset: toCount }],
    deployment: nullable({
      name: '',
      logo: withUrl({ width: toCount, height: toCount, alt: toName }),
      fonts: (value) => (Array.isArray(value) ? value.map(font).filter(Boolean) : []),
      links: { home: toText, privacy: toText, terms: toText },
    }),
    changes: withUrl({ lastEventId: '' }),
    purchase: nullable({
      price: toMoney,
      converted: toMoney,
      rateAgeSeconds: nullable(toCount),
      buyUrl: toText,
    }),
    affiliate: nullable({ id: '', code: '', campaign: toText, sub: toText, clickId: '' }),
  };
}

function toMoney(value: unknown): unknown {
  const { amount, currency } = Object(value);
  return /^\d{1,15}(\.\d+)?$/.test(amount) && /^[A-Z]{3}$/.test(currency) ? value : null;
}
