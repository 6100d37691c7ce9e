import { fontScales } from './settings.ts';

/** The next size up or down; the same at either end. */
export function stepFontScale(scale: number, step: 1 | -1): number {
  const next =
    step > 0 ? fontScales.find((one) => one > scale) : fontScales.findLast((one) => one < scale);
  return next ?? scale;
}
