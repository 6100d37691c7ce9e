interface ManifestEntry {
  name: string;
  type?: { text: string };
  description?: string;
  default?: string;
}
/** Of `custom-elements.json`, the part on `<svc-reader>`. */
interface ReaderManifest {
  attributes: ManifestEntry[];
  cssProperties: ManifestEntry[];
  events: ManifestEntry[];
}

/** What an attribute may be, where that is one of a few, `''` without a value; every other one is written freely. */
const attributeChoices: Record<string, string[]> = {
  theme: ['light', 'dark', 'sepia', 'contrast', 'system'],
  mode: ['pages', 'scroll'],
  consent: ['required', 'granted'],
  locale: 'ar cs de en es fr he hi it ja ko nl pl pt ru sv tr uk zh zh-Hant'.split(' '),
  currency: ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'INR'],
  offline: ['', 'auto'],
};
/** What an attribute may have several of, with spaces between. */
const attributeLists: Record<string, string[]> = {
  controls: ['contents', 'search', 'marks', 'settings', 'title', 'progress', 'buy', 'menu'],
};
/** Come with the chosen book. */
const bookAttributes = new Set(['book', 'key']);
const maxLoggedEvents = 200;

const attributes = new Map<string, string>();
const tokens = new Map<string, string>();
const form = byId('turns', HTMLFormElement);
const books = byId('book', HTMLSelectElement);
const log = byId('events', HTMLElement);
let width = '';

const {
  attributes: known,
  cssProperties,
  events,
} = asReaderManifest(await (await fetch('reader.json')).json());
for (const one of known)
  if (!bookAttributes.has(one.name)) byId('attributes', HTMLElement).append(attributeField(one));
const tokenFields = element('div');
tokenFields.append(...cssProperties.map(tokenField));
byId('tokens', HTMLElement).append(tokenFields);
for (const { name } of events) document.body.addEventListener(name, logEvent);

books.addEventListener('change', () => show(true));
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('reset', () => {
  attributes.clear();
  tokens.clear();
  // The fields are emptied after this.
  setTimeout(() => show(true));
});
for (const button of document.querySelectorAll<HTMLElement>('[data-width]')) {
  button.addEventListener('click', () => {
    width = button.dataset.width ?? '';
    show(false);
  });
}
byId('copy', HTMLElement).addEventListener('click', () => void copy());
show(false);

function attributeField({ name, type, description = '' }: ManifestEntry): HTMLElement {
  const list = attributeLists[name];
  if (list) return listField(name, description, list);
  const options = attributeChoices[name];
  const content = options
    ? [name, choiceField(name, options)]
    : type?.text === 'boolean'
      ? [switchField(name)]
      : [name, textField(name)];
  return element('label', ...content, element('small', stripMarkdown(description)));
}

function choiceField(name: string, options: string[]): HTMLElement {
  const field = element(
    'select',
    ...['not set', ...options].map((one) => new Option(one || 'set')),
  );
  field.addEventListener('change', () =>
    setAttribute(name, options[field.selectedIndex - 1] ?? null),
  );
  return field;
}

function switchField(name: string): HTMLElement {
  const box = element('input');
  box.type = 'checkbox';
  box.addEventListener('change', () => setAttribute(name, box.checked ? '' : null));
  const line = element('span', box, name);
  line.className = 'token';
  return line;
}

function textField(name: string): HTMLElement {
  const field = element('input');
  field.spellcheck = false;
  field.addEventListener('change', () => setAttribute(name, field.value.trim() || null));
  return field;
}

function listField(name: string, description: string, options: string[]): HTMLElement {
  const group = element('div', name);
  group.className = 'parts';
  group.role = 'group';
  group.ariaLabel = name;
  const boxes = options.map((option) => {
    const box = element('input');
    box.type = 'checkbox';
    box.defaultChecked = true;
    box.checked = true;
    box.value = option;
    box.addEventListener('change', () => {
      const wanted = boxes.filter(({ checked }) => checked).map(({ value }) => value);
      setAttribute(name, wanted.length === options.length ? null : wanted.join(' ') || 'none');
    });
    return box;
  });
  group.append(
    ...boxes.map((box) => element('label', box, box.value)),
    element('small', stripMarkdown(description)),
  );
  return group;
}

function tokenField({ name, description = '', default: usual = '' }: ManifestEntry): HTMLElement {
  const field = element('input');
  const isColor = /^#[0-9a-f]{6}$/.test(usual);
  field.placeholder = usual;
  field.spellcheck = false;
  field.addEventListener('input', () => setToken(name, field.value.trim()));
  const label = element('label', name);
  const line = element('span');
  line.className = 'token';
  if (isColor) {
    const color = element('input');
    color.type = 'color';
    color.value = usual;
    color.setAttribute('value', usual);
    color.ariaLabel = `${name}, picked`;
    color.addEventListener('input', () => {
      field.value = color.value;
      setToken(name, color.value);
    });
    line.append(color);
  }
  line.append(field);
  label.append(line, element('small', stripMarkdown(description)));
  return label;
}

/** @param value - Null: it is not set. */
function setAttribute(name: string, value: string | null): void {
  if (value === null) attributes.delete(name);
  else attributes.set(name, value);
  show(true);
}

function setToken(name: string, value: string): void {
  if (value) tokens.set(name, value);
  else tokens.delete(name);
  show(false);
}

/** @param isNew - Some attributes are read when a book is opened only. */
function show(isNew: boolean): void {
  const before = document.querySelector<HTMLElement>('svc-reader');
  if (!before) return;
  const reader = isNew ? document.createElement('svc-reader') : before;
  const chosen = books.selectedOptions[0];
  reader.setAttribute('book', books.value);
  reader.setAttribute('key', chosen?.dataset.key ?? '');
  const deployment = chosen?.dataset.deployment;
  if (deployment) reader.setAttribute('deployment', deployment);
  for (const [name, value] of attributes) reader.setAttribute(name, value);
  for (const { name } of cssProperties) {
    const value = tokens.get(name);
    if (value) reader.style.setProperty(name, value);
    else reader.style.removeProperty(name);
  }
  reader.style.inlineSize = width ? `min(100%, ${width}px)` : '';
  if (isNew) before.replaceWith(reader);
  for (const button of document.querySelectorAll<HTMLElement>('[data-width]')) {
    button.ariaPressed = String(button.dataset.width === width);
  }
  byId('snippet', HTMLElement).textContent = snippet(reader);
}

function snippet(reader: Element): string {
  const set = [...reader.attributes].filter(({ name }) => name !== 'style');
  const tag = set.map(({ name, value }) => (value ? ` ${name}="${value}"` : ` ${name}`)).join('');
  const rules = [...tokens].map(([name, value]) => `    ${name}: ${value};`);
  const style =
    rules.length > 0 ? `<style>\n  svc-reader {\n${rules.join('\n')}\n  }\n</style>\n` : '';
  return `<script type="module" src="${location.origin}/svc-reader.js"></script>\n${style}<svc-reader${tag}></svc-reader>`;
}

async function copy(): Promise<void> {
  const text = byId('snippet', HTMLElement).textContent;
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  byId('copied', HTMLElement).textContent = isCopied ? 'Copied.' : 'Select it and copy it by hand.';
}

function logEvent(event: Event): void {
  const said = Object.entries(event).filter(([name]) => name !== 'isTrusted');
  const line = element('li', event.type);
  const detail = element('span', ` ${JSON.stringify(Object.fromEntries(said))}`);
  line.append(detail);
  log.prepend(line);
  if (log.childElementCount > maxLoggedEvents) log.lastElementChild?.remove();
}

/** Descriptions are written for Markdown. */
function stripMarkdown(description: string): string {
  return description.replaceAll('`', '');
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.append(...children);
  return made;
}

function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${id}.`);
}

/** The server sends it as it was generated. */
function asReaderManifest(value: unknown): ReaderManifest {
  return value as ReaderManifest;
}
