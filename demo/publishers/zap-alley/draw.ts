/**
 * Outline color. The comic consists of flat SVG shapes with thick outlines, without image files.
 */
export const ink = '#15123a';
const line = `stroke="${ink}" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"`;

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
  sky: string;
}

/** Draws a panel. Its content is relative to the top left corner and clipped at the edges. */
export function panel(id: string, { x, y, width, height, sky }: Frame, inside: string): string {
  const box = `width="${width}" height="${height}" rx="10"`;
  return `<g transform="translate(${x} ${y})"><clipPath id="${id}"><rect ${box}/></clipPath>
<g clip-path="url(#${id})"><rect ${box} fill="${sky}"/>${inside}</g>
<rect ${box} fill="none" stroke="${ink}" stroke-width="7"/></g>`;
}

/** Draws the hero, with his feet at `x`, `y`. He is 200 units wide at `size` 1. */
export function puddle(x: number, y: number, size: number, mood: 'glad' | 'sad' | 'loud'): string {
  const mouths = {
    glad: `<path d="M-26 -52q26 30 52 0" fill="none" ${line}/>`,
    sad: `<path d="M-22 -38q22 -24 44 0" fill="none" ${line}/>`,
    loud: `<ellipse cx="0" cy="-44" rx="22" ry="17" fill="#a8124f" ${line}/>`,
  };
  const look = mood === 'sad' ? 5 : -4;
  return `<g transform="translate(${x} ${y}) scale(${size})">
<path d="M-66 -96q-58 40 -74 96l52 -12z" fill="#ff4f8b" ${line}/>
<path d="M-40 -8v18h-22q-4 14 6 14h34v-30zM40 -8v18h22q4 14 -6 14h-34v-30z" fill="#ff8a1e" ${line}/>
<path d="M0 -176q16 34 52 66q48 42 30 84q-12 22 -82 22t-82 -22q-18 -42 30 -84q36 -32 52 -66z" fill="#2f7bff" ${line}/>
<path d="M-52 -46q-6 -26 18 -48" fill="none" stroke="#a9d4ff" stroke-width="9" stroke-linecap="round"/>
<circle cx="-24" cy="-84" r="17" fill="#fff" ${line}/><circle cx="24" cy="-84" r="17" fill="#fff" ${line}/>
<circle cx="-22" cy="${-84 + look}" r="7" fill="${ink}"/><circle cx="26" cy="${-84 + look}" r="7" fill="${ink}"/>
${mouths[mood]}</g>`;
}

/** Draws Nimbus, centered at `x`, `y`. She is 300 units wide at `size` 1. */
export function cloud(x: number, y: number, size: number, mood: 'glad' | 'sad' | 'none'): string {
  const face = {
    none: '',
    sad: `<circle cx="-30" cy="2" r="6" fill="${ink}"/><circle cx="34" cy="2" r="6" fill="${ink}"/><path d="M-14 30q16 -16 32 0" fill="none" ${line}/><path d="M44 12q10 16 0 20q-10 -4 0 -20z" fill="#2f7bff"/>`,
    glad: `<path d="M-42 4q10 -14 20 0M24 4q10 -14 20 0" fill="none" ${line}/><path d="M-18 18q20 24 40 0" fill="none" ${line}/>`,
  };
  return `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-104 52q-46 0 -46 -38t42 -40q4 -48 56 -48q24 -34 66 -22q34 8 42 40q60 -6 66 44q24 8 24 34t-38 30z" fill="${mood === 'sad' ? '#c9d3ea' : '#ffffff'}" ${line}/>${face[mood]}</g>`;
}

export function duck(x: number, y: number, size: number, flip = false): string {
  return `<g transform="translate(${x} ${y}) scale(${flip ? -size : size} ${size})"><path d="M-60 -34q-20 34 30 34h46q44 0 40 -46l-4 -16q8 -36 -26 -36q-34 2 -30 40q-20 20 -56 24z" fill="#fff6d8" ${line}/><path d="M50 -76l34 8l-34 14z" fill="#ff8a1e" ${line}/><circle cx="34" cy="-76" r="5" fill="${ink}"/><path d="M-24 -26q20 18 42 -2" fill="none" ${line}/></g>`;
}

export function sun(x: number, y: number, radius: number): string {
  return `<path d="${star(x, y, radius * 1.55, radius * 1.15, 14)}" fill="#ff8a1e" ${line}/><circle cx="${x}" cy="${y}" r="${radius}" fill="#ffd93b" ${line}/>`;
}

/** Draws a row of buildings with their base at `y`. `heights` is in order from left to right. */
export function town(y: number, width: number, heights: number[], color: string): string {
  const step = width / heights.length;
  const walls = heights.map((height, index) => {
    const left = index * step;
    const windows = [0.3, 0.64].map(
      (at) =>
        `<rect x="${left + step * at - 7}" y="${y - height + 24}" width="16" height="22" fill="#ffd93b"/>`,
    );
    return `<path d="M${left} ${y}v${-height}l${step / 2} -26l${step / 2} 26v${height}z" fill="${color}" ${line}/>${windows.join('')}`;
  });
  return walls.join('');
}

export function drops(width: number, height: number, every: number): string {
  const rows = Array.from({ length: Math.ceil(height / every) }, (_, row) =>
    Array.from({ length: Math.ceil(width / every) }, (_, column) => {
      const x = column * every + (row % 2) * (every / 2);
      return `M${x} ${row * every}l-9 26`;
    }).join(''),
  );
  return `<path d="${rows.join('')}" fill="none" stroke="#2f7bff" stroke-width="7" stroke-linecap="round"/>`;
}

/** Draws a speech bubble. Its tail ends at `tail`, in the same coordinates. */
export function speechBubble(
  lines: string[],
  x: number,
  y: number,
  tail: [x: number, y: number],
  size = 24,
): string {
  const { width, height } = boxSize(lines, size);
  const [tx, ty] = tail;
  const foot = ty > y ? y + height - 3 : y + 3;
  const middle = x + width / 2 + (tx - x - width / 2) * 0.3;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${Math.min(38, height / 2)}" fill="#fff" ${line}/>
<path d="M${middle - 14} ${foot}L${tx} ${ty}L${middle + 14} ${foot}" fill="#fff" ${line}/>
<path d="M${middle - 16} ${foot + (ty > y ? -5 : 5)}h32" stroke="#fff" stroke-width="8"/>${textLines(lines, x, y, size, ink)}`;
}

/** Draws narration in a box. */
export function caption(lines: string[], x: number, y: number, size = 23): string {
  const { width, height } = boxSize(lines, size);
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#fff6d8" ${line}/>${textLines(lines, x, y, size, ink)}`;
}

/** Draws a sound effect in a star centered at `x`, `y`. */
export function soundEffect(
  text: string,
  x: number,
  y: number,
  radius: number,
  size: number,
): string {
  return `${burst(x, y, radius)}${lettering(text, x, y, size)}`;
}

export function burst(x: number, y: number, radius: number): string {
  return `<path d="${star(x, y, radius, radius * 0.72, 13)}" fill="#ff4f8b" ${line}/>`;
}

/** Draws large letters for sound effects and titles. */
export function lettering(text: string, x: number, y: number, size: number): string {
  return `<text x="${x}" y="${y + size * 0.34}" font-size="${size}" text-anchor="middle" fill="#ffd93b" stroke="${ink}" stroke-width="${size / 9}" paint-order="stroke" stroke-linejoin="round" transform="rotate(-6 ${x} ${y})">${text}</text>`;
}

function boxSize(lines: string[], size: number): { width: number; height: number } {
  const longest = Math.max(...lines.map(({ length }) => length));
  return {
    width: longest * size * 0.62 + size * 2,
    height: lines.length * size * 1.2 + size * 1.1,
  };
}

function textLines(lines: string[], x: number, y: number, size: number, color: string): string {
  const { width } = boxSize(lines, size);
  const texts = lines.map(
    (text, index) =>
      `<text x="${x + width / 2}" y="${y + size * (1.42 + index * 1.2)}" font-size="${size}" text-anchor="middle" fill="${color}">${text}</text>`,
  );
  return texts.join('\n');
}

/** Returns the SVG path of a star with the given number of points and radii. */
function star(x: number, y: number, outer: number, inner: number, points: number): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const angle = (Math.PI * index) / points;
    const reach = index % 2 === 0 ? outer : inner;
    return `${(x + Math.sin(angle) * reach).toFixed(1)} ${(y - Math.cos(angle) * reach).toFixed(1)}`;
  });
  return `M${corners.join('L')}z`;
}
