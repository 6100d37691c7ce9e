import { css, unsafeCSS } from 'lit';
import { inks } from '../page/inks.ts';

const rules = unsafeCSS(
  Object.entries(inks)
    .map(([name, background]) => `.ink.${name} { background: ${background}; }`)
    .join('\n'),
);

/** A dot of a mark’s colour: `<span class="ink yellow">`. */
export const inkStyles = css`
  .ink {
    display: grid;
    place-items: center;
    flex: none;
    box-sizing: border-box;
    inline-size: 26px;
    block-size: 26px;
    border: 1px solid color-mix(in srgb, var(--svc-color) 22%, transparent);
    border-radius: 50%;
    color: var(--svc-color);
    forced-color-adjust: none;
  }
  .ink svg {
    inline-size: 16px;
    block-size: 16px;
  }
  ${rules}
`;
