// Draws the folders of docs/architecture.md from the table of the layer test.
import { layers } from '../test/layers.ts';

/** Mermaid: one box for each layer, and an arrow to each layer that it may import directly. */
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
    ...names.filter(isIn('shared')).map((name) => box(name).slice(2)),
    ...arrows,
    '  browser -. "types of contract.ts" .-> process',
    '```',
  ].join('\n');
}

/** A folder without its half; `src` and `server` are the files directly in them. */
function label(folder) {
  if (folder === 'src/features') return 'features/*.ts';
  if (!folder.includes('/')) return folder === 'shared' ? 'shared' : `${folder}/*.ts`;
  return folder.replace(/^[^/]+\//, '');
}
