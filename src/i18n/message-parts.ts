import { formatNumber, formatPercent, selectPlural } from './message-format.ts';

/**
 * A part of a message: text, or an argument by its position. `plural` and `select` choose among
 * parts. In a `select`, `none` is an empty string or null.
 */
export type MessagePart =
  | string
  | readonly ['text' | 'number' | 'percent', argument: number]
  | readonly ['plural' | 'select', argument: number, MessageForms];
export type MessageForms = Readonly<Record<string, MessageParts>> & { other: MessageParts };
export type MessageParts = readonly MessagePart[];

/** A language's messages as JSON. A message with arguments is an array. */
export interface MessageData {
  [key: string]: string | MessageParts | MessageData;
}

/** Converts messages from JSON to the strings and functions of `Messages`. */
export function readMessages(locale: string, data: MessageData): Record<string, unknown> {
  const entries = Object.entries(data).map(([key, value]): [string, unknown] => {
    if (typeof value === 'string') return [key, value];
    if (isParts(value)) return [key, (...values: unknown[]) => formatParts(locale, value, values)];
    return [key, readMessages(locale, value)];
  });
  return Object.fromEntries(entries);
}

function isParts(value: MessageParts | MessageData): value is MessageParts {
  return Array.isArray(value);
}

function formatParts(locale: string, parts: MessageParts, values: readonly unknown[]): string {
  return parts.map((part) => formatPart(locale, part, values)).join('');
}

function formatPart(locale: string, part: MessagePart, values: readonly unknown[]): string {
  if (typeof part === 'string') return part;
  const value = values[part[1]];
  switch (part[0]) {
    case 'number':
      return formatNumber(locale, Number(value));
    case 'percent':
      return formatPercent(locale, Number(value));
    case 'plural':
      return formatParts(locale, selectPlural(locale, Number(value), part[2]), values);
    case 'select':
      return formatParts(locale, selectForm(value, part[2]), values);
    default:
      return String(value);
  }
}

function selectForm(value: unknown, forms: MessageForms): MessageParts {
  const name = value ? String(value) : 'none';
  return (Object.hasOwn(forms, name) && forms[name]) || forms.other;
}
