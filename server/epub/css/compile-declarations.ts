import { generate, parse, type Declaration, type Value } from 'css-tree';
import type { Layout } from '../contract.ts';
import { nearExtreme } from './colors.ts';
import { belongsToReader } from './properties.ts';
import { hidePutAway } from './put-away.ts';
import { rewriteValue, type ValueContext } from './rewrite-value.ts';
import { standardProperty } from './standard-declaration.ts';
import type { Variables } from './variables.ts';

export interface DeclarationContext extends ValueContext {
  layout: Layout;
  variables: Variables;
}

/** A declaration the reader may use. */
export interface CompiledDeclaration {
  property: string;
  /** As the compiled sheet holds it. */
  value: string;
  important: boolean;
  /** Whether it may stand on the document's root or body, which are the reader's page. */
  onRoot: boolean;
}

/** The declarations of a block that books may make, in standard names and the reader's units. */
export function compileDeclarations(
  declarations: Declaration[],
  context: DeclarationContext,
): CompiledDeclaration[] {
  const stated = new Set(declarations.map(({ property }) => property.toLowerCase()));
  const compiled = declarations.flatMap((declaration) => {
    const standard = standardProperty(declaration.property);
    if (!standard || (standard.prefixed && stated.has(standard.name))) return [];
    const original = readValue(declaration, context);
    if (!original) return [];
    const written = generate(original);
    const property = standard.name;
    const value = rewriteValue(property, original, context);
    if (value === null || value === '' || escapesPage(property, value)) return [];
    const onRoot =
      context.layout === 'fixed' || (!belongsToReader(property) && !isPageColor(property, written));
    return [{ property, value, important: declaration.important !== false, onRoot }];
  });
  return context.layout === 'fixed' ? compiled : hidePutAway(compiled);
}

/** Text of declarations, as a block holds them. */
export function declarationsText(declarations: CompiledDeclaration[]): string {
  return declarations
    .map(({ property, value, important }) => `${property}:${value}${important ? '!important' : ''}`)
    .join(';');
}

/**
 * Whether a height is set without a width. Images carry the size of their files as attributes, so
 * their width must then be told to follow.
 */
export function sizesHeightAlone(declarations: CompiledDeclaration[]): boolean {
  const sets = (property: string, none: string) =>
    declarations.some(
      (declaration) => declaration.property === property && declaration.value !== none,
    );
  return (sets('height', 'auto') || sets('max-height', 'none')) && !sets('width', '');
}

function readValue({ value }: Declaration, { variables }: DeclarationContext): Value | null {
  const text = generate(value);
  if (!/var\(/i.test(text)) return value.type === 'Value' ? value : null;
  const resolved = variables.putInto(text);
  return resolved === null ? null : parsedValue(resolved);
}

// A variable may hold anything that has its brackets in pairs, such as `{a}`, which is no value.
function parsedValue(text: string): Value | null {
  try {
    const parsed = parse(text, { context: 'value' });
    return parsed.type === 'Value' ? parsed : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}

// Such boxes leave the page they were written for and stay while pages turn under them.
function escapesPage(property: string, value: string): boolean {
  return (
    property === 'position' && !/^(?:static|relative|absolute|inherit|initial|unset)$/.test(value)
  );
}

// Paper and ink are the theme's; an author who sets them white and black only says “as usual”.
function isPageColor(property: string, value: string): boolean {
  if (property === 'color') return nearExtreme(value) === 'black';
  return /^background(?:-color)?$/.test(property) && nearExtreme(value) === 'white';
}
