import { parse, type Atrule, type CssNode, type StyleSheet } from 'css-tree';
import { checkStyles } from '../checks/check-styles.ts';
import type { FontFaceDescription, Layout } from '../contract.ts';
import { quote } from '../container/entry-name.ts';
import type { Archive } from '../container/open-archive.ts';
import { tryReadText } from '../container/read-text.ts';
import type { Manifest } from '../package/manifest.ts';
import type { ResourceStore } from '../resources/resource-store.ts';
import type { Warnings } from '../warnings.ts';
import { compileDeclarations, declarationsText } from './compile-declarations.ts';
import { compileRules, mediaQueriesOf } from './compile-rules.ts';
import { applicability, wrapInMedia } from './media-queries.ts';
import { isHintProperty, limitHints, type StyleHint } from './style-hints.ts';
import { hideWithSection } from './hide-with-section.ts';
import { withPageLimits } from './readable-colors.ts';
import { readRootFontFactor } from './lengths.ts';
import { RootVariables } from './variables.ts';

const MAX_IMPORT_DEPTH = 8;
const MAX_IMPORTS = 64;
/** Parsed rules take about a hundred times the memory of their text. */
const MAX_SHEET_LENGTH = 2_000_000;
/** Limit for all of a book's style sheets, each counted once per media query and layout. */
const MAX_STYLES_LENGTH = 8_000_000;
const MAX_ATTRIBUTE_LENGTH = 10_000;

export interface CompiledStyles {
  css: string;
  hints: StyleHint[];
}

const emptyStyles: CompiledStyles = { css: '', hints: [] };

interface Sources {
  archive: Archive;
  manifest: Manifest;
  resources: ResourceStore;
  warnings: Warnings;
}

/** Source and target of a style sheet being compiled. */
interface StyleOrigin {
  path: string;
  layout: Layout;
  /** Paths of the importing style sheets, outermost first. */
  importPath: string[];
  /** Remaining imports and characters for the whole style sheet. */
  budget: { imports: number; characters: number };
}

/** Compiles the style sheets of one book. Compiles sheets shared by several documents only once. */
export class StyleCompiler {
  /** Every `@font-face` found so far, with the authors' family names. */
  readonly fontFaces: FontFaceDescription[] = [];
  /** Paths of the files whose styles reference remote resources. */
  readonly pathsWithRemoteUrls = new Set<string>();
  readonly #sources: Sources;
  readonly #sheets = new Map<string, Promise<CompiledStyles>>();
  readonly #attributes = new Map<string, CompiledStyles>();
  /** Custom properties of all files. */
  readonly #variables = new RootVariables();
  #characters = MAX_STYLES_LENGTH;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /**
   * Reads the custom properties of the book's style sheets, because a document may set them in one
   * file and use them in others and in style attributes. Call it before compiling.
   */
  async readVariables(): Promise<void> {
    const { archive, manifest, warnings } = this.#sources;
    let remaining = MAX_STYLES_LENGTH;
    for (const { kind, path } of manifest.items) {
      if (kind !== 'css') continue;
      const text = (await tryReadText(archive, path, warnings)) ?? '';
      remaining -= text.length;
      if (remaining < 0) return;
      if (text.length > MAX_SHEET_LENGTH || !/--[\w-]+\s*:/.test(text)) continue;
      this.#catchDeepNesting(path, null, () => {
        const sheet = this.#parse(text, path);
        if (sheet) this.#variables.merge(new RootVariables().add(sheet));
      });
    }
  }

  /** Compiles a style sheet file. Returns null if the book has none at that URL. */
  async compileFile(
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

  /** Compiles the text of a style element. */
  compileElement(
    css: string,
    path: string,
    media: string,
    layout: Layout,
  ): Promise<CompiledStyles> {
    const origin = { path, layout, importPath: [path], budget: newBudget() };
    return this.#compile(withMedia(css, media), origin);
  }

  /** Compiles a style attribute. `css` in the result is the body of a rule. */
  compileStyleAttribute(css: string, path: string, layout: Layout, onRoot = false): CompiledStyles {
    if (css === '' || css.length > MAX_ATTRIBUTE_LENGTH) return emptyStyles;
    const key = JSON.stringify([css, path.slice(0, path.lastIndexOf('/')), layout, onRoot]);
    const known = this.#attributes.get(key);
    if (known) return known;
    const compiled = this.#compileAttribute(css, path, layout, onRoot);
    this.#attributes.set(key, compiled);
    return compiled;
  }

  async #readFile(path: string, media: string, layout: Layout): Promise<CompiledStyles> {
    const text = (await tryReadText(this.#sources.archive, path, this.#sources.warnings)) ?? '';
    const origin = { path, layout, importPath: [path], budget: newBudget() };
    return this.#compile(withMedia(text, media), origin);
  }

  async #compile(text: string, origin: StyleOrigin): Promise<CompiledStyles> {
    origin.budget.characters -= text.length;
    this.#characters -= text.length;
    const isTooLong = origin.budget.characters < 0 || this.#characters < 0;
    if (isTooLong) {
      this.#sources.warnings.add(
        'style_unreadable',
        `The styles of ${quote(origin.path)} are too long.`,
        origin.path,
      );
    }
    const sheet = isTooLong ? null : this.#parse(text, origin.path);
    if (!sheet) return emptyStyles;
    if (checkStyles(sheet, origin.path, this.#sources.manifest, this.#sources.warnings)) {
      this.pathsWithRemoteUrls.add(origin.path);
    }
    const hints: StyleHint[] = [];
    const imports = await this.#compileImports(sheet, origin, hints);
    const css = this.#catchDeepNesting(origin.path, '', () =>
      compileRules(sheet.children, {
        ...this.#context(origin.path, origin.layout),
        variables: new RootVariables(this.#variables).add(sheet),
        rootFontFactor: readRootFontFactor(sheet),
        compiledImport: (rule) => imports.get(rule) ?? '',
        resolveFont: (address) => this.#resourceUrl(origin.path, address, 'font'),
        addFace: (face) => this.fontFaces.push(face),
        addHint: (hint) => hints.push(hint),
        isConditional: false,
      }),
    );
    return { css: withPageLimits(hideWithSection(css)), hints: limitHints(hints) };
  }

  async #compileImports(
    sheet: StyleSheet,
    origin: StyleOrigin,
    hints: StyleHint[],
  ): Promise<Map<Atrule, string>> {
    const compiled = new Map<Atrule, string>();
    for (const rule of sheet.children.toArray()) {
      if (rule.type !== 'Atrule' || rule.name.toLowerCase() !== 'import') continue;
      const address = importedUrl(rule);
      const found = address === null ? null : this.#sources.manifest.find(origin.path, address);
      const { importPath, budget } = origin;
      const path = found?.item.kind === 'css' ? found.item.path : null;
      if (path === null || importPath.includes(path) || importPath.length > MAX_IMPORT_DEPTH)
        continue;
      budget.imports -= 1;
      if (budget.imports < 0) break;
      const { archive, warnings } = this.#sources;
      const text = (await tryReadText(archive, path, warnings)) ?? '';
      const inner = await this.#compile(text, {
        ...origin,
        path,
        importPath: [...importPath, path],
      });
      const queries = mediaQueriesOf(rule);
      const applies = applicability(queries);
      if (applies === 'never') continue;
      for (const hint of inner.hints) {
        hints.push({ ...hint, isConditional: hint.isConditional || applies === 'sometimes' });
      }
      compiled.set(rule, wrapInMedia(queries, inner.css));
    }
    return compiled;
  }

  #compileAttribute(css: string, path: string, layout: Layout, onRoot: boolean): CompiledStyles {
    return this.#catchDeepNesting(path, emptyStyles, () => {
      const list = parse(css, { context: 'declarationList' });
      const nodes = list.type === 'DeclarationList' ? list.children.toArray() : [];
      const declarations = compileDeclarations(
        nodes.filter((node) => node.type === 'Declaration'),
        {
          ...this.#context(path, layout),
          variables: new RootVariables(this.#variables),
          rootFontFactor: 1,
        },
      ).filter((declaration) => declaration.allowedOnRoot || !onRoot);
      const subject = { tag: null, id: null, classes: [], attributes: [] };
      const hints = declarations
        .filter(({ property }) => isHintProperty(property))
        .map(({ property, value, important }) => ({
          subject,
          property,
          value,
          important,
          selector: null,
          specificity: 0,
          isConditional: false,
        }));
      return { css: declarationsText(declarations), hints };
    });
  }

  #context(path: string, layout: Layout) {
    return {
      layout,
      themed: layout === 'reflowable',
      resolveResource: (address: string) => this.#resourceUrl(path, address, 'image'),
    };
  }

  #resourceUrl(base: string, address: string, kind: 'font' | 'image'): string | null {
    const kinds = kind === 'font' ? (['font'] as const) : (['image', 'svg'] as const);
    const path = this.#sources.resources.use(base, address, [...kinds]);
    return path === null ? null : `resource:${path}`;
  }

  // Only the first error is reported because it often causes the others.
  #parse(text: string, path: string): StyleSheet | null {
    const { warnings } = this.#sources;
    let hasError = false;
    return this.#catchDeepNesting(path, null, () => {
      const sheet = parse(text, {
        onParseError: ({ message, line }) => {
          if (line === undefined) return;
          const error = `${message.toLowerCase()}, line ${line}`;
          if (!hasError) warnings.add('style_broken', `Styles in ${quote(path)}: ${error}.`, path);
          hasError = true;
        },
      });
      return sheet.type === 'StyleSheet' ? sheet : null;
    });
  }

  // The parser and the compiler are recursive, and a deeply nested style sheet must not fail the
  // import.
  #catchDeepNesting<T>(path: string, fallback: T, compile: () => T): T {
    try {
      return compile();
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      this.#sources.warnings.add(
        'style_unreadable',
        `Styles in ${quote(path)} are nested too deeply.`,
        path,
      );
      return fallback;
    }
  }
}

function newBudget(): StyleOrigin['budget'] {
  return { imports: MAX_IMPORTS, characters: MAX_SHEET_LENGTH };
}

function withMedia(css: string, media: string): string {
  const text = css.replace(/^\uFEFF?\s*(?:<!--)?/, '').replace(/-->\s*$/, '');
  return /^\s*(?:all|screen)?\s*$/i.test(media)
    ? text
    : `@media ${media.replaceAll(/[{};]/g, '')}{${text}}`;
}

function importedUrl(rule: Atrule): string | null {
  if (rule.prelude?.type !== 'AtrulePrelude') return null;
  const first: CssNode | null = rule.prelude.children.first;
  return first?.type === 'Url' || first?.type === 'String' ? first.value : null;
}
