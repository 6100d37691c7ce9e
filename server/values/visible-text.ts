import { z } from 'zod';

/**
 * Characters that are invisible or change the direction of the text after them. Without the joiners
 * of Persian, Indic scripts and emoji, and without the marks that place punctuation in Arabic and
 * Hebrew.
 */
const hidden = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]--[\u200c-\u200f\u061c]`;
/** The flags of England, Scotland and Wales consist of a flag and invisible letters. */
const regionFlag = String.raw`\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}`;
const visible = String.raw`[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]`;
const visibleText = new RegExp(`^(?=.*${visible})(?:${regionFlag}|[^[${hidden}]])*$`, 'v');
const hiddenCharacters = new RegExp(`${regionFlag}|[${hidden}]`, 'gv');

const rule = {
  error: 'Must consist of visible characters and spaces.',
  params: { reason: 'invisible' },
} as const;

/** An identifier assigned by the client, which is not changed. */
export const visibleId = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .refine((text) => visibleText.test(text), rule);

/** A name that people read, on one line. White space is collapsed. */
export const nameText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .transform(collapse)
    .pipe(
      z
        .string()
        .min(1, 'Must not be empty.')
        .refine((text) => visibleText.test(text), rule),
    );

/** Like `nameText`, but can be empty. */
export const optionalNameText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .transform(collapse)
    .pipe(z.string().refine((text) => text === '' || visibleText.test(text), rule));

/** Makes a name of text from another system. Returns an empty string if nothing is visible. */
export function toName(text: string, maxLength: number): string {
  const kept = text.replace(hiddenCharacters, (part) => (part.length > 2 ? part : ' '));
  const name = collapse(kept).slice(0, maxLength);
  return visibleText.test(name) ? name : '';
}

/** Also removes isolates around the name, which are part of copied text. */
function collapse(text: string): string {
  return text
    .replace(/^[\s\u2066-\u2069]+|[\s\u2066-\u2069]+$/g, '')
    .replace(/\s+/g, ' ')
    .normalize('NFC');
}
