import { nothing, type TemplateResult } from 'lit';
import { defineElements } from './define-elements.ts';

/** What a file of `panels/` or `bars/` exports. */
export interface ViewModule<View> {
  /** Its elements, by name. */
  elements: Readonly<Record<string, CustomElementConstructor>>;
  render: (view: View) => TemplateResult | typeof nothing;
}

/** Views by name, each loaded when it is first shown; nothing is there while it is on its way. */
export function createLazyViews<Name extends string, View extends { refresh: () => void }>(
  modules: Readonly<Record<Name, () => Promise<ViewModule<View>>>>,
) {
  const loaded = new Map<Name, ViewModule<View>>();

  const coming = new Map<Name, Promise<void>>();

  async function load(name: Name): Promise<void> {
    try {
      const module = await modules[name]();
      defineElements(module.elements);
      loaded.set(name, module);
    } finally {
      coming.delete(name);
    }
  }

  /** @param onFail - It could not be loaded; told for each rendering that waited. It must not ask again. */
  return (name: Name, view: View, onFail: (reason: unknown) => void) => {
    const known = loaded.get(name);
    if (known) return known.render(view);
    const came = coming.get(name) ?? load(name);
    coming.set(name, came);
    void came.then(view.refresh, onFail);
    return nothing;
  };
}
