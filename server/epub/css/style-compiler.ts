import { parse, type Atrule, type CssNode, type StyleSheet } from 'css-tree';
import { checkStyles } from '../checks/check-styles.ts';
import type { FontFaceDescription, Layout } from '../contract.ts';
import { quoted } from '../container/entry-name.ts';
import type { Archive } from '../container/open-archive.ts';
import { readSoundText } from '../container/read-text.ts';
import type { Manifest } from '../package/manifest.ts';
import type { ResourceStore } from '../resources/resource-store.ts';
import type { Warnings } from '../warnings.ts';
import { compileDeclarations, declarationsText } from './compile-declarations.ts';
import { compileRules, queriesOf } from './compile-rules.ts';
import { wrapInMedia } from './media.ts';
import { isHinting, tellingHints, type StyleHint } from './style-hints.ts';
import { rootFontFactor } from './root-font-size.ts';
import { Variables } from './variables.ts';

const DEEPEST_IMPORT = 8;
const MOST_IMPORTS = 64;
/** Parsed rules take a hundred times the room of their text. */
const LONGEST_SHEET = 2_000_000;
/** Of all sheets of a book, each counted once for every media it is for. */
const LONGEST_STYLES = 8_000_000;
const LONGEST_ATTRIBUTE = 10_000;

export interface CompiledStyles {
  css: string;
  hints: StyleHint[];
}

const noStyles: CompiledStyles = { css: '', hints: [] };

interface Sources {
  archive: Archive;
  manifest: Manifest;
  resources: ResourceStore;
  warnings: Warnings;
}

/** Where the text of a sheet comes from, and what it is compiled for. */
interface Origin {
  path: string;
  layout: Layout;
  /** Paths that led here by `@import`. */
  trail: string[];
  /** Imports and characters left, counted over the whole sheet. */
  budget: { imports: number; characters: number };
}

/** Compiles the style sheets of one book. A sheet that many documents share is compiled once. */
export class StyleCompiler {
  /** Every `@font-face` found so far, families as the authors wrote them. */
  readonly faces: FontFaceDescription[] = [];
  /** Paths of the files whose styles name files outside of the book. */
  readonly remote = new Set<string>();
  readonly #sources: Sources;
  readonly #sheets = new Map<string, Promise<CompiledStyles>>();
  readonly #attributes = new Map<string, CompiledStyles>();
  #characters = LONGEST_STYLES;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** A style sheet file; null when the book has none at that address. */
  async file(
    base: string,
    address: string,
    media: string,
    layout: Layout,
  ): Promise<CompiledStyles | null> {
    const found = this.#sources.manifest.find(base, address);
    if (!found || found.item.kind !== 'css') return null;
    const { path } = found.item;
    const key = JSON.stringify([path, media, layout]);
    const sheet = this.#sheets.get(key) ?? this.#readFile(path, media, layout);
    this.#sheets.set(key, sheet);
    return sheet;
  }

  /** The text of a style element. */
  element(css: string, path: string, media: string, layout: Layout): Promise<CompiledStyles> {
    const origin = { path, layout, trail: [path], budget: newBudget() };
    return this.#compile(withMedia(css, media), origin);
  }

  /** The declarations of a style attribute; `css` is the body of a rule. */
  attribute(css: string, path: string, layout: Layout, onRoot = false): CompiledStyles {
    if (css === '' || css.length > LONGEST_ATTRIBUTE) return noStyles;
    const key = JSON.stringify([css, path.slice(0, path.lastIndexOf('/')), layout, onRoot]);
    const known = this.#attributes.get(key);
    if (known) return known;
    const compiled = this.#compileAttribute(css, path, layout, onRoot);
    this.#attributes.set(key, compiled);
    return compiled;
  }

  async #readFile(path: string, media: string, layout: Layout): Promise<CompiledStyles> {
    const text = (await readSoundText(this.#sources.archive, path, this.#sources.warnings)) ?? '';
    const origin = { path, layout, trail: [path], budget: newBudget() };
    return this.#compile(withMedia(text, media), origin);
  }

  async #compile(text: string, origin: Origin): Promise<CompiledStyles> {
    origin.budget.characters -= text.length;
    this.#characters -= text.length;
    const isTooLong = origin.budget.characters < 0 || this.#characters < 0;
    if (isTooLong) {
      this.#sources.warnings.add(
        'style_unreadable',
        `Styles of ${quoted(origin.path)} are too long.`,
        origin.path,
      );
    }
    const sheet = isTooLong ? null : this.#parse(text, origin.path);
    if (!sheet) return noStyles;
    if (checkStyles(sheet, origin.path, this.#sources.manifest, this.#sources.warnings)) {
      this.remote.add(origin.path);
    }
    const hints: StyleHint[] = [];
    const imports = await this.#compileImports(sheet, origin, hints);
    const css = this.#guarded(origin.path, '', () =>
      compileRules(sheet.children, {
        ...this.#context(origin.path, origin.layout),
        variables: new Variables(sheet),
        rootFontFactor: rootFontFactor(sheet),
        imported: (rule) => imports.get(rule) ?? '',
        font: (address) => this.#address(origin.path, address, 'font'),
        addFace: (face) => this.faces.push(face),
        addHint: (hint) => hints.push(hint),
      }),
    );
    return { css, hints: tellingHints(hints) };
  }

  async #compileImports(
    sheet: StyleSheet,
    origin: Origin,
    hints: StyleHint[],
  ): Promise<Map<Atrule, string>> {
    const compiled = new Map<Atrule, string>();
    for (const rule of sheet.children.toArray()) {
      if (rule.type !== 'Atrule' || rule.name.toLowerCase() !== 'import') continue;
      const address = importedAddress(rule);
      const found = address === null ? null : this.#sources.manifest.find(origin.path, address);
      const { trail, budget } = origin;
      const path = found?.item.kind === 'css' ? found.item.path : null;
      if (path === null || trail.includes(path) || trail.length > DEEPEST_IMPORT) continue;
      budget.imports -= 1;
      if (budget.imports < 0) break;
      const { archive, warnings } = this.#sources;
      const text = (await readSoundText(archive, path, warnings)) ?? '';
      const inner = await this.#compile(text, { ...origin, path, trail: [...trail, path] });
      hints.push(...inner.hints);
      compiled.set(rule, wrapInMedia(queriesOf(rule), inner.css));
    }
    return compiled;
  }

  #compileAttribute(css: string, path: string, layout: Layout, onRoot: boolean): CompiledStyles {
    return this.#guarded(path, noStyles, () => {
      const list = parse(css, { context: 'declarationList' });
      const nodes = list.type === 'DeclarationList' ? list.children.toArray() : [];
      const declarations = compileDeclarations(
        nodes.filter((node) => node.type === 'Declaration'),
        { ...this.#context(path, layout), variables: new Variables(), rootFontFactor: 1 },
      ).filter((declaration) => declaration.onRoot || !onRoot);
      const subject = { tag: null, id: null, classes: [], attributes: [] };
      const hints = declarations
        .filter(({ property }) => isHinting(property))
        .map(({ property, value }) => ({ subject, property, value }));
      return { css: declarationsText(declarations), hints };
    });
  }

  #context(path: string, layout: Layout) {
    return {
      layout,
      themed: layout === 'reflowable',
      resource: (address: string) => this.#address(path, address, 'image'),
    };
  }

  #address(base: string, address: string, kind: 'font' | 'image'): string | null {
    const kinds = kind === 'font' ? (['font'] as const) : (['image', 'svg'] as const);
    const path = this.#sources.resources.use(base, address, [...kinds]);
    return path === null ? null : `resource:${path}`;
  }

  // Only the first fault of a sheet is told: the others often come of it.
  #parse(text: string, path: string): StyleSheet | null {
    const { warnings } = this.#sources;
    let isFaulty = false;
    return this.#guarded(path, null, () => {
      const sheet = parse(text, {
        onParseError: ({ message, line }) => {
          if (line === undefined) return;
          const fault = `${message.toLowerCase()}, line ${line}`;
          if (!isFaulty) warnings.add('style_broken', `Styles in ${quoted(path)}: ${fault}.`, path);
          isFaulty = true;
        },
      });
      return sheet.type === 'StyleSheet' ? sheet : null;
    });
  }

  // Both parser and compiler walk by recursion; a sheet made of brackets must not cost the book.
  #guarded<T>(path: string, instead: T, work: () => T): T {
    try {
      return work();
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      this.#sources.warnings.add(
        'style_unreadable',
        `Styles in ${quoted(path)} are nested too deep.`,
        path,
      );
      return instead;
    }
  }
}

function newBudget(): Origin['budget'] {
  return { imports: MOST_IMPORTS, characters: LONGEST_SHEET };
}

function withMedia(css: string, media: string): string {
  const text = css.replace(/^\uFEFF?\s*(?:<!--)?/, '').replace(/-->\s*$/, '');
  return /^\s*(?:all|screen)?\s*$/i.test(media)
    ? text
    : `@media ${media.replaceAll(/[{};]/g, '')}{${text}}`;
}

function importedAddress(rule: Atrule): string | null {
  if (rule.prelude?.type !== 'AtrulePrelude') return null;
  const first: CssNode | null = rule.prelude.children.first;
  return first?.type === 'Url' || first?.type === 'String' ? first.value : null;
}
