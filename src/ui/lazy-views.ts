import { nothing, type TemplateResult } from 'lit';
import { ApiFailure } from '../api/api-failure.ts';
import { defineElements } from './define-elements.ts';

/** Maximum time to wait for code, in ms. Imports have no time limit. */
const timeoutMs = 15_000;

/** The exports of a module with a lazily loaded view. */
export interface ViewModule<View> {
  /** Element classes by tag name. */
  elements: Readonly<Record<string, CustomElementConstructor>>;
  render: (view: View) => TemplateResult | typeof nothing;
}

/**
 * Creates views by name. Each view loads when it is first shown, and nothing is rendered while it
 * loads.
 */
export function createLazyViews<Name extends string, View extends { refresh: () => void }>(
  modules: Readonly<Record<Name, () => Promise<ViewModule<View>>>>,
) {
  const loaded = new Map<Name, ViewModule<View>>();
  const loading = new Map<Name, Promise<void>>();

  async function load(name: Name): Promise<void> {
    try {
      const module = await withTimeout(modules[name]());
      defineElements(module.elements);
      loaded.set(name, module);
    } finally {
      loading.delete(name);
    }
  }

  /**
   * @param onFail - Called once per waiting render if the module fails to load. It must not render
   * the view again.
   */
  return (name: Name, view: View, onFail: (reason: unknown) => void) => {
    const module = loaded.get(name);
    if (module) return module.render(view);
    const pending = loading.get(name) ?? load(name);
    loading.set(name, pending);
    void pending.then(view.refresh, onFail);
    return nothing;
  };
}

/** Rejects with `offline` if the code does not load in time. It may still load afterwards. */
export function withTimeout<Module>(loading: Promise<Module>): Promise<Module> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(
      () => reject(new ApiFailure('offline', 'The code did not load in time.')),
      timeoutMs,
    );
  });
  return Promise.race([loading, late]);
}
