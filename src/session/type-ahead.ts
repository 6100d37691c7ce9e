import type { ReaderStore } from '../state/store.ts';

/** Maximum length of the text, which is also that of the search field. */
const maxUnits = 200;

/**
 * Collects the text that the reader types after opening the search panel and before its field has
 * the focus, and enters it in the field. Otherwise, the letters would trigger shortcuts while the
 * panel is loading.
 */
export class TypeAhead {
  #isExpected: boolean;
  #text = '';

  constructor(reader: HTMLElement, store: ReaderStore, signal: AbortSignal) {
    this.#isExpected = store.state.panel === 'search';
    const unsubscribe = store.subscribe(({ panel }, previous) => {
      if (panel !== previous.panel) this.#expect(panel === 'search');
    });
    signal.addEventListener('abort', unsubscribe);
    reader.addEventListener(
      'focusin',
      (event) => {
        const [target] = event.composedPath();
        if (target instanceof HTMLInputElement) this.#typeInto(target);
      },
      { signal },
    );
  }

  /** Collects the text of a key press. Returns false if no field is about to receive it. */
  take({ key, isComposing }: KeyboardEvent): boolean {
    if (!this.#isExpected || isComposing) return false;
    const [first, ...others] = key;
    if (key === 'Backspace') this.#text = [...this.#text].slice(0, -1).join('');
    else if (first !== undefined && others.length === 0) {
      this.#text = `${this.#text}${first}`.slice(0, maxUnits);
    } else return key === 'Enter';
    return true;
  }

  #expect(isExpected: boolean): void {
    this.#isExpected = isExpected;
    this.#text = '';
  }

  #typeInto(field: HTMLInputElement): void {
    const text = this.#text;
    this.#expect(false);
    if (text === '') return;
    field.setRangeText(text, 0, field.value.length, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, data: text }));
  }
}
