import type { Embed } from '../../server/reader/contract.ts';
import { fit, maybe, type Shape } from './fit.ts';
import { count, movedTo, name } from './read-answers.ts';

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, longest) : null);
/** Of a description, more than anybody reads in a panel. */
const longest = 20_000;
const known = new WeakMap<Embed, Embed>();

/** An answer with all that stands around the text as the contract says, too: see `readEmbed`. */
export function readExtras(embed: Embed): Embed {
  const read = known.get(embed) ?? (fit(extrasShape(embed), embed) as Embed);
  known.set(embed, read);
  known.set(read, read);
  return read;
}

function extrasShape({ session: { content } }: Embed): Shape {
  const api = content.slice(0, content.lastIndexOf('/content/'));
  const withUrl =
    (shape: Shape, where = /\/content\/./) =>
    (value: unknown) => {
      const { url } = Object(value);
      if (typeof url !== 'string' || !where.test(url)) return null;
      return fit(shape, { ...Object(value), url: movedTo(api, url) });
    };
  const font = withUrl({ family: '', weight: '', style: '' });
  return {
    book: {
      subtitle: text,
      contributors: [{ name, role: '' }],
      description: text,
      publisher: text,
      publishedAt: text,
      rights: text,
      accessibility: maybe({
        conformsTo: [''],
        accessModes: [''],
        features: [''],
        hazards: [''],
        summary: text,
      }),
      // A cover that a catalogue names may lie anywhere.
      cover: withUrl({}, /\/content\/[^/]+\/cover$/),
    },
    locale: text,
    access: { expiresAt: text },
    pageList: [{ title: name, section: count, offset: count }],
    landmarks: [{ type: '', title: name, section: count, offset: count }],
    deployment: maybe({
      name: '',
      logo: withUrl({ width: count, height: count, alt: name }),
      fonts: (value) => (Array.isArray(value) ? value.map(font).filter(Boolean) : []),
      links: { home: text, privacy: text, terms: text },
    }),
    changes: withUrl({ lastEventId: '' }),
    purchase: maybe({
      price: money,
      converted: money,
      rateAgeSeconds: maybe(count),
      buyUrl: text,
    }),
    affiliate: maybe({ id: '', code: '', campaign: text, sub: text, clickId: '' }),
  };
}

function money(value: unknown): unknown {
  const { amount, currency } = Object(value);
  return /^\d{1,15}(\.\d+)?$/.test(amount) && /^[A-Z]{3}$/.test(currency) ? value : null;
}
