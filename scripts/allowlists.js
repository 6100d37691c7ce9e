// The lists of what a book may consist of, as the page builder needs them and as people read them.
import {
  htmlAttributes,
  mathmlAttributes,
  svgAttributes,
  svgReferences,
} from '../server/epub/tree/allowed-attributes.ts';
import { htmlElements, mathmlElements, svgElements } from '../server/epub/tree/allowed-elements.ts';

/** Files of the page builder: nothing of the server runs in a browser, so the names are written down. */
export function allowedNames() {
  return {
    'src/page/allowed-names.ts': written({
      tags: kept(htmlElements),
      attributes: namesOf(htmlAttributes),
    }),
    'src/page/foreign-names.ts': written({
      svgTags: kept(svgElements),
      svgAttributes: namesOf(svgAttributes),
      svgReferences: [...svgReferences],
      mathTags: kept(mathmlElements),
      mathAttributes: namesOf(mathmlAttributes),
    }),
  };
}

function written(lists) {
  const lines = Object.entries(lists).map(
    ([name, names]) => `export const ${name} =\n  '${[...new Set(names)].sort().join(' ')}';`,
  );
  return `// Made from the importer’s own lists: npm run docs.\n${lines.join('\n')}\n`;
}

function namesOf(groups) {
  return groups.flatMap(({ names }) => names);
}

function kept(groups) {
  return groups.flatMap(({ rule, names }) => (rule === 'keep' ? names : (rule.rename ?? [])));
}
