import { group, namesOf, type NameGroup } from '../name-group.ts';

/**
 * Functions that a value may use. A value with another one is left out whole. Of addresses, `url()` alone is
 * read: it leads to a part of the same drawing or to a picture of the book. `var()` is replaced at import.
 */
export const allowedFunctions: readonly NameGroup[] = [
  group('Sums of numbers and lengths.', 'calc min max clamp round mod rem abs sign sqrt hypot pow'),
  group(
    'Pictures that are made of colours.',
    `linear-gradient radial-gradient conic-gradient repeating-linear-gradient
    repeating-radial-gradient repeating-conic-gradient`,
  ),
  group('Numbers of headings, notes and lists.', 'counter counters'),
  group('An attribute’s words, in `content` alone.', 'attr'),
  group(
    'Where a box is drawn; the room for it stays where it was.',
    `translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d
    rotate rotatex rotatey rotatez rotate3d skew skewx skewy matrix matrix3d perspective`,
  ),
  group('The pace of a motion.', 'cubic-bezier steps linear'),
  group(
    'Filters of what is drawn already.',
    'blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia',
  ),
  group('Outlines to cut by and to flow around.', 'circle ellipse inset polygon path rect xywh'),
  group('Tracks of a grid.', 'repeat minmax fit-content'),
];

/** Functions that make a colour; the theme has a say in its lightness. */
export const allowedColorFunctions: readonly NameGroup[] = [
  group('Colours by numbers.', 'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix'),
];

export const functionNames: ReadonlySet<string> = namesOf(allowedFunctions);
export const colorFunctionNames: ReadonlySet<string> = namesOf(allowedColorFunctions);
