import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export interface PlotOrder {
  /**
   * Element that contains the plot. Its text, border and outline colors are those of axes, grid and
   * line.
   */
  target: HTMLElement;
  values: (number | null)[];
  /** The numbers of the previous period, or null. Points beyond those of `values` are omitted. */
  previous: (number | null)[] | null;
  /** Name of a point below the plot. */
  nameOf: (index: number) => string;
  format: (value: number) => string;
  /** Upper end of the scale. By default, it follows the values. */
  max?: number;
  onHover: (index: number | null) => void;
}

export interface Plot {
  resize: (width: number) => void;
  destroy: () => void;
}

const height = 220;
/** Steps of the scale of counts, which have no fractions. */
const wholeSteps = Array.from({ length: 10 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat();

/**
 * Draws a line with an area below it. Loaded with the first chart, because pages without charts
 * don't need the library.
 */
export function createPlot(order: PlotOrder): Plot {
  const { target, values, previous, nameOf, format, max, onHover } = order;
  const { color: soft, borderTopColor: grid, outlineColor: accent } = getComputedStyle(target);
  const font = `12px ${getComputedStyle(target).fontFamily}`;
  const isReversed = getComputedStyle(document.documentElement).direction === 'rtl';
  const before = values.map((_value, index) => previous?.[index] ?? null);
  const isCount = [...values, ...before].every(
    (value) => value === null || Number.isInteger(value),
  );
  const axis = { stroke: soft, font, ticks: { show: false } };
  const plot = new uPlot(
    {
      width: target.clientWidth,
      height,
      legend: { show: false },
      cursor: { y: false, drag: { setScale: false, x: false, y: false } },
      scales: {
        x: { time: false, dir: isReversed ? -1 : 1 },
        y: { range: (_plot, _low, high) => [0, max ?? Math.max(1, high * 1.05)] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 28,
          space: 72,
          incrs: [1, 2, 3, 4, 5, 7, 10, 14, 15, 20, 30, 60, 90, 180, 365],
          values: (_plot, at) => at.map((index) => nameOf(index)),
        },
        {
          ...axis,
          size: 56,
          side: isReversed ? 1 : 3,
          ...(isCount && { incrs: wholeSteps }),
          grid: { stroke: grid, width: 1 },
          values: (_plot, at) => at.map((value) => format(value)),
        },
      ],
      series: [
        {},
        { stroke: soft, width: 1, dash: [4, 4], points: { show: false } },
        {
          stroke: accent,
          width: 2,
          fill: accent.replace(/^rgb\((.+)\)$/, 'rgba($1, 0.12)'),
          points: { show: values.length < 3 },
        },
      ],
      hooks: { setCursor: [({ cursor }) => onHover(cursor.idx ?? null)] },
    },
    [values.map((_value, index) => index), before, values],
    target,
  );
  return {
    resize: (width) => plot.setSize({ width, height }),
    destroy: () => plot.destroy(),
  };
}
