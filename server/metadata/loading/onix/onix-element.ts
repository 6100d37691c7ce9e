/** An element of an ONIX record by its reference name; `children` holds elements and texts in order. */
export interface OnixElement {
  name: string;
  attributes: Record<string, string>;
  children: (OnixElement | string)[];
}

/** The elements at the end of a path of names, in the order of the document. */
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

/** Text of the first element at the path that has any. */
export function textAt(element: OnixElement, ...path: string[]): string | undefined {
  for (const found of elementsAt(element, ...path)) {
    const text = textOf(found).trim();
    if (text) return text;
  }
  return undefined;
}

/** Text as HTML where it has elements in it, which ONIX allows in texts (XHTML, format 05). */
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
