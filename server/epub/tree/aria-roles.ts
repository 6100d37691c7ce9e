/**
 * EPUB structural semantics with an equivalent ARIA role (EPUB Type to ARIA Role Authoring Guide).
 * Omits deprecated roles and those reserved for other elements (`cover`, `toc` outside `nav`).
 */
const rolesByType: Record<string, string> = {
  abstract: 'doc-abstract',
  acknowledgments: 'doc-acknowledgments',
  afterword: 'doc-afterword',
  appendix: 'doc-appendix',
  backlink: 'doc-backlink',
  bibliography: 'doc-bibliography',
  biblioref: 'doc-biblioref',
  chapter: 'doc-chapter',
  colophon: 'doc-colophon',
  conclusion: 'doc-conclusion',
  credit: 'doc-credit',
  credits: 'doc-credits',
  dedication: 'doc-dedication',
  endnotes: 'doc-endnotes',
  epigraph: 'doc-epigraph',
  epilogue: 'doc-epilogue',
  errata: 'doc-errata',
  footnote: 'doc-footnote',
  rearnote: 'doc-footnote',
  endnote: 'doc-footnote',
  foreword: 'doc-foreword',
  glossary: 'doc-glossary',
  glossref: 'doc-glossref',
  index: 'doc-index',
  introduction: 'doc-introduction',
  noteref: 'doc-noteref',
  notice: 'doc-notice',
  'page-list': 'doc-pagelist',
  pagebreak: 'doc-pagebreak',
  part: 'doc-part',
  preface: 'doc-preface',
  prologue: 'doc-prologue',
  pullquote: 'doc-pullquote',
  qna: 'doc-qna',
  rearnotes: 'doc-endnotes',
  subtitle: 'doc-subtitle',
  tip: 'doc-tip',
  toc: 'doc-toc',
};

const linkRoles = new Set(['doc-backlink', 'doc-biblioref', 'doc-glossref', 'doc-noteref']);
const navigationRoles = new Set(['doc-index', 'doc-pagelist', 'doc-toc']);
// Another role would remove these elements from the semantics of their list or table.
const structuralElements = new Set([
  'li',
  'dt',
  'dd',
  'tr',
  'td',
  'th',
  'thead',
  'tbody',
  'tfoot',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
]);

/** Returns the ARIA role for an element's `epub:type`, or null if a role would be harmful. */
export function ariaRoleOf(types: string[], tag: string): string | null {
  if (structuralElements.has(tag)) return null;
  for (const type of types) {
    const role = rolesByType[type];
    if (!role) continue;
    if (linkRoles.has(role) && tag !== 'a') continue;
    if (tag === 'a' && !linkRoles.has(role) && role !== 'doc-pagebreak') continue;
    if (navigationRoles.has(role) && tag !== 'nav') continue;
    return role;
  }
  return null;
}
