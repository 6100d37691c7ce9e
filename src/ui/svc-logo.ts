import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { toWebUrl } from '../state/purchase-offer.ts';
import { controlStyles } from './control-styles.ts';
import type { ControlsView } from './control-templates.ts';

/**
 * The deployment's logo, linked to its home page.
 *
 * @csspart logo - The image.
 */
export class SvcLogo extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host {
        min-inline-size: 0;
      }
      a {
        display: block;
        border-radius: 6px;
      }
      a:focus-visible {
        outline: 2px solid var(--svc-accent);
        outline-offset: 2px;
      }
      img {
        display: block;
        inline-size: auto;
        block-size: auto;
        max-block-size: 28px;
        max-inline-size: min(160px, 28cqi);
        object-fit: contain;
      }
    `,
  ];

  static override properties = { logo: {}, home: {} };

  declare logo: { url: string; width: number; height: number; alt: string };
  /** Home page URL, or null for no link. */
  declare home: string | null;

  protected override render() {
    const { url, width, height, alt } = this.logo;
    const image = html`<img part="logo" src=${url} width=${width} height=${height} alt=${alt} />`;
    return this.home
      ? html`<a href=${this.home} target="_blank" rel="noopener">${image}</a>`
      : image;
  }
}

export const elements = { 'svc-logo': SvcLogo };

export function render({ embed }: ControlsView): TemplateResult | typeof nothing {
  const { logo, links } = embed?.deployment ?? {};
  if (!logo) return nothing;
  return html`<svc-logo
    exportparts="logo"
    .logo=${logo}
    .home=${toWebUrl(links?.home)}
  ></svc-logo>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-logo': SvcLogo;
  }
}
