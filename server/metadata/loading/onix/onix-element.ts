/**
 * An ONIX record element with its reference name. `children` contains elements and text in document
 * order.
 */
export interface OnixElement {
  name: string;
  attributes: Record<string, string>;
  children: (OnixElement | string)[];
}

/** Returns the elements at a path of names in document order. */
export function elementsAt(element: OnixElement, ...path: string[]): OnixElement[] {
  let found = [element];
  for (const name of path) {
    found = found.flatMap(({ children }) =>
      children.filter(
        (child): child is OnixElement => typeof child !== 'string' && child.name === name,
      ),
    );
  }
  return found;
}

/** Returns the first nonempty text at a path. */
export function textAt(element: OnixElement, ...path: string[]): string | undefined {
  for (const found of elementsAt(element, ...path)) {
    const text = textOf(found).trim();
    if (text) return text;
  }
  return undefined;
}

/**
 * Returns the element's text, as HTML if it has child elements, which ONIX allows (XHTML, format
 * 05).
 */
export function textOf({ children }: OnixElement): string {
  const isMarkup = children.some((child) => typeof child !== 'string');
  return children
    .map((child) => {
      if (typeof child === 'string') return isMarkup ? escape(child) : child;
      const text = child.children.every((inner) => typeof inner === 'string')
        ? escape(child.children.join(''))
        : textOf(child);
      return `<${child.name}>${text}</${child.name}>`;
    })
    .join('');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
