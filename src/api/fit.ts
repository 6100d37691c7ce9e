/**
 * What a value of somebody else's is to be like: text, a number or a boolean of that kind, with what stands
 * here where it is of another; a list of such; an object with these parts, whatever else it has. A function
 * decides by itself.
 */
export type Shape =
  | string
  | number
  | boolean
  | readonly [Shape]
  | ((value: unknown) => unknown)
  | { readonly [part: string]: Shape };

/** The value as its shape says. */
export function fit(shape: Shape, value: unknown): unknown {
  if (typeof shape === 'function') return shape(value);
  if (typeof shape !== 'object') return typeof value === typeof shape ? value : shape;
  if (isList(shape)) return Array.isArray(value) ? value.map((one) => fit(shape[0], one)) : [];
  const given = Object(value);
  const parts = Object.entries(shape).map(([part, one]) => [part, fit(one, given[part])]);
  return { ...given, ...Object.fromEntries(parts) };
}

/** The same, or null for what is of another kind. */
export const maybe =
  (shape: Shape) =>
  (value: unknown): unknown => {
    const isOther = typeof shape !== 'function' && typeof value !== typeof shape;
    return isOther || value === null || value === undefined ? null : fit(shape, value);
  };

/** `Array.isArray` knows no lists that are not to be changed. */
function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}
