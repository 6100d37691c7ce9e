// Generates the folder diagram in docs/architecture.md from the layer test's table.
import { layers } from '../test/layers.ts';

/**
 * Returns a Mermaid diagram with one box per layer and an arrow to each layer that it may import
 * directly.
 */
export function architectureDiagram() {
  const names = [...new Set(layers.map(({ name }) => name))];
  const id = (name) => name.replaceAll(' ', '-');
  const usesOf = (name) => layers.find((layer) => layer.name === name).uses;
  /** Whether `from` reaches `to` through other layers. */
  const reaches = (from, to) => usesOf(from).some((one) => one === to || reaches(one, to));
  const box = (name) => {
    const folders = layers.filter((layer) => layer.name === name).flatMap((layer) => layer.folders);
    return `    ${id(name)}["${name}<br>${folders.map((one) => label(one)).join(', ')}"]`;
  };
  const isIn = (half) => (name) =>
    layers.find((layer) => layer.name === name).folders.some((one) => one.split('/')[0] === half);
  const arrows = names.flatMap((name) =>
    usesOf(name)
      .filter((used) => !usesOf(name).some((one) => one !== used && reaches(one, used)))
      .map((used) => `  ${id(name)} --> ${id(used)}`),
  );
  return [
    '```mermaid',
    'flowchart TB',
    '  subgraph browser["src/: the element"]',
    ...names.filter(isIn('src')).map(box),
    '  end',
    '  subgraph process["server/: the server"]',
    ...names.filter(isIn('server')).map(box),
    '  end',
    ...names.filter(isIn('client')).map((name) => box(name).slice(2)),
    ...names.filter(isIn('shared')).map((name) => box(name).slice(2)),
    ...arrows,
    '  browser -. "types of contract.ts" .-> process',
    '```',
  ].join('\n');
}

/**
 * Returns a folder's name without `src` or `server`. A folder named only `src` or `server` stands
 * for the files directly in it.
 */
function label(folder) {
  if (folder === 'src/features') return 'features/*.ts';
  if (!folder.includes('/')) return /^(?:shared|client)$/.test(folder) ? folder : `${folder}/*.ts`;
  return folder.replace(/^[^/]+\//, '');
}
