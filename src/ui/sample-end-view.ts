import { html, type TemplateResult } from 'lit';
import type { Embed } from '../../server/reading-sessions/contract.ts';
import { sampleRemainder } from '../state/sample.ts';
import { currentOffer } from './current-offer.ts';
import type { BookView } from './control-templates.ts';
import { SvcPurchase } from './svc-purchase.ts';
import { SvcSampleEnd } from './svc-sample-end.ts';

/** The view of a book with a sample end. */
export type SampleEndView = BookView & { embed: Embed };

export const elements = { 'svc-purchase': SvcPurchase, 'svc-sample-end': SvcSampleEnd };

/** The page after the last page of a sample, with the book's price and buy link. */
export function render({ state, messages, embed, book }: SampleEndView): TemplateResult {
  return html`<svc-sample-end
    part="sample-end"
    exportparts="panel, back"
    .messages=${messages}
    .progression=${book.progression}
    ><slot name="end-of-sample"
      ><svc-purchase
        exportparts="buy, cover, price"
        .messages=${messages}
        .offer=${currentOffer(embed, state)}
        .remainder=${sampleRemainder(book)}
      ></svc-purchase></slot
  ></svc-sample-end>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-purchase': SvcPurchase;
    'svc-sample-end': SvcSampleEnd;
  }
}
