/** A page with its values in it. Fails where it names what nobody knows. */
export function filled(html: string, values: Record<string, string>): string {
  return html.replace(/\{\{([\w.-]+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`There is no {{${name}}} for the demo’s pages.`);
    return value;
  });
}
