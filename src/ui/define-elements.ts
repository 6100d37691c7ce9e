/**
 * Registers elements. Skips names that are already registered, for example by a second copy of the
 * script.
 */
export function defineElements(elements: Readonly<Record<string, CustomElementConstructor>>): void {
  for (const [name, element] of Object.entries(elements)) {
    if (!customElements.get(name)) customElements.define(name, element);
  }
}
