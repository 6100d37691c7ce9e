import { escapeText } from 'entities';

/** A text between tags, or a value between quotes: nothing in it is markup. */
export function text(value: string): string {
  return escapeText(value).replaceAll('"', '&quot;');
}

/** ` name="value"`. The name is one of ours or on a list of ours. */
export function attribute(name: string, value: string): string {
  return ` ${name}="${text(value)}"`;
}

/** JSON for a script element that is never run: no `</script>` and no `<!--` can stand in it. */
export function jsonBlock(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026');
}

/** A style sheet for a style element: its strings may hold what would end it. */
export function styleBlock(css: string): string {
  return css.replaceAll(/<(?=[/!])/g, '\\3c ');
}
