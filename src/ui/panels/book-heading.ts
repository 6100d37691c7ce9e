import { css, html, nothing, type TemplateResult } from 'lit';
import type { BookView } from '../control-templates.ts';

/** Data that identifies a book in its panels. */
export interface BookHeading {
  title: string;
  /** Names of the authors, or empty. */
  authors: string;
  /** BCP 47 tag of the title. */
  language: string;
  /** URL of the cover, or null if there is none. */
  cover: string | null;
}

export function bookHeadingOf({ book, embed }: BookView): BookHeading {
  const contributors = embed?.book.contributors ?? [];
  return {
    title: book.title,
    authors: contributors
      .filter(({ role }) => role === 'aut')
      .map(({ name }) => name)
      .join(', '),
    language: book.language,
    cover: embed?.book.cover?.url ?? null,
  };
}

/** Renders the cover, the title and the authors of a book, for `above` in a panel frame. */
export function renderBookHeading({
  title,
  authors,
  language,
  cover,
}: BookHeading): TemplateResult | typeof nothing {
  if (!title) return nothing;
  return html`<div class="book" lang=${language}>
    ${cover ? html`<img part="book-cover" src=${cover} alt="" />` : nothing}
    <div>
      <p part="book-title"><bdi>${title}</bdi></p>
      ${authors ? html`<p class="authors"><bdi>${authors}</bdi></p>` : nothing}
    </div>
  </div>`;
}

export const bookHeadingStyles = css`
  .book {
    flex: none;
    display: flex;
    align-items: center;
    gap: 14px;
    padding: 0 20px 12px;
  }
  .book > div {
    min-inline-size: 0;
  }
  .book img {
    flex: none;
    block-size: 60px;
    max-inline-size: 60px;
    border-radius: 3px;
    object-fit: contain;
    box-shadow: 0 1px 4px rgb(0 0 0 / 0.2);
  }
  .book p {
    display: -webkit-box;
    margin: 0;
    overflow: hidden;
    overflow-wrap: anywhere;
    font: 600 15px/1.3 var(--svc-heading-font-family, var(--svc-ui-font-family));
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .book .authors {
    margin-block-start: 2px;
    color: var(--svc-muted);
    font: 400 13px/1.35 var(--svc-ui-font-family);
  }
  @container (max-height: 400px) {
    .book {
      display: none;
    }
  }
`;
