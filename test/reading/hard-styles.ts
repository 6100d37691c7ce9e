import type { Chance, Style } from './hard-inlines.ts';
import { length } from './hard-inlines.ts';

/** Constraints that a box of any kind may have. */
const constraints: readonly ((chance: Chance) => Style)[] = [
  (chance) => ({ 'break-inside': 'avoid', ...(chance.is(0.3) && { 'break-before': 'avoid' }) }),
  (chance) => ({ height: length(chance), ...(chance.is(0.5) && { overflow: 'hidden' }) }),
  (chance) => ({
    'max-height': length(chance),
    overflow: chance.pick(['hidden', 'auto', 'scroll']),
  }),
  (chance) => ({ 'min-height': length(chance) }),
  (chance) => ({ width: length(chance) }),
  (chance) => ({ 'min-width': length(chance) }),
  (chance) => ({ 'margin-left': chance.pick(['-3em', '-20%', '40%', '80%', '-100px', '300px']) }),
  (chance) => ({ 'margin-right': chance.pick(['-3em', '-20%', '40%', '70%']) }),
  (chance) => ({ 'margin-top': chance.pick(['-0.5em', '-2em', '-8em', '3em', '20em']) }),
  (chance) => ({ 'margin-bottom': chance.pick(['-0.5em', '-2em', '-8em', '3em', '20em']) }),
  (chance) => ({ padding: chance.pick(['1em', '15%', '8em', '0 50%', '120px 0']) }),
  (chance) => ({ 'text-indent': chance.pick(['-2em', '5em', '-10em', '60%']) }),
  (chance) => ({ 'white-space': chance.pick(['nowrap', 'pre', 'pre-wrap']) }),
  (chance) => ({ overflow: chance.pick(['hidden', 'auto', 'scroll']) }),
  () => ({ overflow: 'hidden', 'text-overflow': 'ellipsis', 'white-space': 'nowrap' }),
  (chance) => ({
    position: 'relative',
    top: chance.pick(['-2em', '1em', '6em', '-20px']),
    left: chance.pick(['0', '-2em', '3em', '50%']),
  }),
  (chance) => ({ 'break-before': chance.pick(['page', 'always', 'left']) }),
  () => ({ 'break-after': 'always' }),
  (chance) => ({
    transform: chance.pick([
      'rotate(90deg)',
      'translate(30px, 40px)',
      'scale(1.6)',
      'rotate(-3deg)',
      'translateX(-50%)',
    ]),
  }),
  (chance) => ({
    border: `${chance.pick(['1px', '10px', '3em'])} solid gray`,
    'background-color': '#ddd',
  }),
  (chance) => ({ 'font-size': chance.pick(['0.4em', '1.6em', '3em', '6em']) }),
  (chance) => ({ 'line-height': chance.pick(['1', '3', '6', '4em', '60px']) }),
  (chance) => ({ 'letter-spacing': chance.pick(['0.5em', '3em']) }),
  (chance) => ({ 'text-align': chance.pick(['right', 'center', 'justify']) }),
  (chance) => ({ 'writing-mode': chance.pick(['vertical-rl', 'vertical-lr', 'horizontal-tb']) }),
  (chance) => ({ direction: chance.pick(['rtl', 'ltr']) }),
  (chance) => ({ clear: chance.pick(['both', 'left']) }),
  () => ({ orphans: '9', widows: '9' }),
  () => ({ 'box-sizing': 'border-box', padding: '2em', height: '6em' }),
  () => ({ 'box-decoration-break': 'clone', padding: '1em', border: '4px solid' }),
];

export function constrained(chance: Chance, style: Style = {}): Style {
  const all = Array.from({ length: chance.number(0, 2) }, () => chance.pick(constraints)(chance));
  return Object.assign({}, style, ...all) as Style;
}
