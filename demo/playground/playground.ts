import { brandPresets, type BrandPreset } from './brand-presets.ts';
import { embedCode, embedTargets, type EmbedTarget } from '../../shared/embed-code.ts';

interface ManifestEntry {
  name: string;
  type?: { text: string };
  description?: string;
  default?: string;
}
/** The declaration of `<svc-reader>` in `custom-elements.json`. */
interface ReaderManifest {
  attributes: ManifestEntry[];
  cssProperties: ManifestEntry[];
  events: ManifestEntry[];
}

/**
 * Allowed values of attributes with a fixed set, where `''` means without a value. All other
 * attributes are free text.
 */
const attributeChoices: Record<string, string[]> = {
  theme: ['light', 'dark', 'sepia', 'contrast', 'system'],
  mode: ['pages', 'scroll'],
  consent: ['required', 'granted'],
  locale: 'ar cs de en es fr he hi it ja ko nl pl pt ru sv tr uk zh zh-Hant'.split(' '),
  currency: ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'INR'],
  offline: ['', 'auto'],
  wheel: ['auto', 'book', 'page'],
  'page-turn': ['auto', 'slide', 'fade', 'none'],
};
/** Attributes with a space-separated list, and the items allowed in it. */
const attributeLists: Record<string, string[]> = {
  controls: [
    'contents',
    'search',
    'marks',
    'settings',
    'title',
    'progress',
    'buy',
    'menu',
    'fullscreen',
  ],
};
/** Attributes that the selected book sets. */
const bookAttributes = new Set(['book', 'key']);
const maxLoggedEvents = 200;

const attributes = new Map<string, string>();
const tokens = new Map<string, string>();
const form = byId('options', HTMLFormElement);
const books = byId('book', HTMLSelectElement);
const log = byId('events', HTMLElement);
let width = '';
let target: EmbedTarget = 'html';
/** Fields by the name of their attribute or token, with a function that shows a value. */
const fields = new Map<string, (value: string | null) => void>();

const {
  attributes: readerAttributes,
  cssProperties,
  events,
} = asReaderManifest(await (await fetch('reader.json')).json());
const ownAttributes = readerAttributes.filter(({ name }) => !bookAttributes.has(name));
byId('tokens', HTMLElement).append(element('div', ...cssProperties.map(tokenField)));
byId('attributes', HTMLElement).append(element('div', ...ownAttributes.map(attributeField)));
byId('presets', HTMLElement).append(...brandPresets.map(presetButton));
for (const { name } of events) document.body.addEventListener(name, logEvent);

books.addEventListener('change', () => show(true));
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('reset', () => {
  attributes.clear();
  tokens.clear();
  showPreset(null);
  // The browser clears the fields after this event.
  setTimeout(() => show(true));
});
for (const button of document.querySelectorAll<HTMLElement>('[data-width]')) {
  button.addEventListener('click', () => {
    width = button.dataset.width ?? '';
    show(false);
  });
}
for (const button of document.querySelectorAll<HTMLElement>('[data-target]')) {
  button.addEventListener('click', () => {
    target = embedTargets.find((one) => one === button.dataset.target) ?? 'html';
    show(false);
  });
}
byId('copy', HTMLElement).addEventListener('click', () => void copy());
if (brandPresets[0]) applyPreset(brandPresets[0]);

function presetButton(preset: BrandPreset): HTMLElement {
  const button = element('button', preset.name);
  button.type = 'button';
  button.dataset.preset = preset.name;
  button.addEventListener('click', () => applyPreset(preset));
  return button;
}

function applyPreset(preset: BrandPreset): void {
  const option = [...books.options].find(({ label }) => label === preset.book);
  if (option) books.value = option.value;
  replaceValues(attributes, preset.attributes);
  replaceValues(tokens, preset.tokens);
  showPreset(preset);
  show(true);
}

function replaceValues(map: Map<string, string>, values: Readonly<Record<string, string>>): void {
  for (const name of map.keys()) fields.get(name)?.(null);
  map.clear();
  for (const [name, value] of Object.entries(values)) {
    map.set(name, value);
    fields.get(name)?.(value);
  }
}

/** Marks the button of the applied brand. */
function showPreset(preset: BrandPreset | null): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-preset]'))
    button.ariaPressed = String(button.dataset.preset === preset?.name);
}

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
  fields.set(name, (value) => (field.selectedIndex = options.indexOf(value ?? 'not set') + 1));
  return field;
}

function switchField(name: string): HTMLElement {
  const box = element('input');
  box.type = 'checkbox';
  box.addEventListener('change', () => setAttribute(name, box.checked ? '' : null));
  fields.set(name, (value) => (box.checked = value !== null));
  const line = element('span', box, name);
  line.className = 'token';
  return line;
}

function textField(name: string): HTMLElement {
  const field = element('input');
  field.spellcheck = false;
  field.addEventListener('change', () => setAttribute(name, field.value.trim() || null));
  fields.set(name, (value) => (field.value = value ?? ''));
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
      const selected = boxes.filter(({ checked }) => checked).map(({ value }) => value);
      setAttribute(name, selected.length === options.length ? null : selected.join(' ') || 'none');
    });
    return box;
  });
  group.append(
    ...boxes.map((box) => element('label', box, box.value)),
    element('small', stripMarkdown(description)),
  );
  return group;
}

function tokenField({
  name,
  description = '',
  default: defaultValue = '',
}: ManifestEntry): HTMLElement {
  const field = element('input');
  const isColor = /^#[0-9a-f]{6}$/.test(defaultValue);
  field.placeholder = defaultValue;
  field.spellcheck = false;
  field.addEventListener('input', () => setToken(name, field.value.trim()));
  const label = element('label', name);
  const line = element('span');
  line.className = 'token';
  if (isColor) {
    const color = element('input');
    color.type = 'color';
    color.value = defaultValue;
    color.setAttribute('value', defaultValue);
    color.ariaLabel = `${name}, color picker`;
    color.addEventListener('input', () => {
      field.value = color.value;
      setToken(name, color.value);
    });
    line.append(color);
    fields.set(name, (value) => {
      field.value = value ?? '';
      color.value = /^#[0-9a-f]{6}$/.test(field.value) ? field.value : defaultValue;
    });
  }
  line.append(field);
  label.append(line, element('small', stripMarkdown(description)));
  return label;
}

/** @param value - The new value, or null to remove the attribute. */
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

/**
 * @param isNew - Whether to replace the element, because some attributes are read only when a book
 * opens.
 */
function show(isNew: boolean): void {
  const current = document.querySelector<HTMLElement>('svc-reader');
  if (!current) return;
  const reader = isNew ? document.createElement('svc-reader') : current;
  const selectedBook = books.selectedOptions[0];
  reader.setAttribute('book', books.value);
  reader.setAttribute('key', selectedBook?.dataset.key ?? '');
  const deployment = selectedBook?.dataset.deployment;
  if (deployment) reader.setAttribute('deployment', deployment);
  for (const [name, value] of attributes) reader.setAttribute(name, value);
  for (const { name } of cssProperties) {
    const value = tokens.get(name);
    if (value) reader.style.setProperty(name, value);
    else reader.style.removeProperty(name);
  }
  reader.style.inlineSize = width ? `min(100%, ${width}px)` : '';
  if (isNew) current.replaceWith(reader);
  for (const button of document.querySelectorAll<HTMLElement>('[data-width]')) {
    button.ariaPressed = String(button.dataset.width === width);
  }
  for (const button of document.querySelectorAll<HTMLElement>('[data-target]')) {
    button.ariaPressed = String(button.dataset.target === target);
  }
  const set = [...reader.attributes].filter(({ name }) => name !== 'style');
  byId('snippet', HTMLElement).textContent = embedCode(target, {
    origin: location.origin,
    attributes: new Map(set.map(({ name, value }) => [name, value])),
    tokens,
  });
}

async function copy(): Promise<void> {
  const text = byId('snippet', HTMLElement).textContent;
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  byId('copied', HTMLElement).textContent = isCopied
    ? 'Copied.'
    : 'Couldn’t copy. Select the code and copy it manually.';
}

function logEvent(event: Event): void {
  const details = Object.entries(event).filter(([name]) => name !== 'isTrusted');
  const line = element('li', event.type);
  const detail = element('span', ` ${JSON.stringify(Object.fromEntries(details))}`);
  line.append(detail);
  log.prepend(line);
  if (log.childElementCount > maxLoggedEvents) log.lastElementChild?.remove();
}

/** Removes Markdown code marks from a description. */
function stripMarkdown(description: string): string {
  return description.replaceAll('`', '');
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  created.append(...children);
  return created;
}

function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no element #${id}.`);
}

/** Casts the manifest, which the server has validated. */
function asReaderManifest(value: unknown): ReaderManifest {
  return value as ReaderManifest;
}
