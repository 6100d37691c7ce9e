import { dropFace, holdFace } from '../look/counted-faces.ts';
import type { FontChoice } from '../reader/settings.ts';

const faces = ['400', '700'].flatMap((weight) =>
  ['normal', 'italic'].map((style) => ({ weight, style })),
);

/** The one font that is not the system’s; fetched when it is first chosen. */
export class PersonFonts {
  readonly #onCome: () => void;
  #held: string[] = [];
  #wanted: FontChoice = 'book';

  /** @param onCome - A face is there. */
  constructor(onCome: () => void) {
    this.#onCome = onCome;
  }

  /** @param address - Of anything on the server that has the component’s files. */
  async want(font: FontChoice, address: string): Promise<void> {
    if (font === this.#wanted) return;
    this.release();
    this.#wanted = font;
    if (font !== 'dyslexic') return;
    const server = /^.*?(?=\/v1\/)/.exec(address)?.[0] ?? new URL(address).origin;
    await Promise.all(faces.map((face) => this.#hold(face, server)));
  }

  release(): void {
    for (const key of this.#held) dropFace(key);
    this.#held = [];
    this.#wanted = 'book';
  }

  async #hold({ weight, style }: (typeof faces)[number], server: string): Promise<void> {
    const url = `${server}/svc-reader/fonts/opendyslexic-${weight}-${style}.woff2`;
    const key = `OpenDyslexic|${url}`;
    this.#held.push(key);
    try {
      await holdFace(key, () => load(url, { weight, style }));
      this.#onCome();
    } catch {
      // Its look is missing, nothing else; what failed is held no longer.
      this.#held = this.#held.filter((one) => one !== key);
    }
  }
}

async function load(url: string, descriptors: FontFaceDescriptors): Promise<FontFace> {
  const answer = await fetch(url, { credentials: 'omit' });
  if (!answer.ok) throw new Error(`The font at ${url} is not there.`);
  return new FontFace('OpenDyslexic', await answer.arrayBuffer(), descriptors).load();
}
