import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Book } from '../../../server/books/contract.ts';
import {
  accessibilityHeadings,
  accessibilityStatement,
  type StatementLine,
  type StatementTexts,
} from '../../state/accessibility-statement.ts';
import { loadStatements } from '../../i18n/load-statements.ts';
import { toWebUrl } from '../../state/purchase-offer.ts';
import { formatPartialDate, formatLanguage } from '../../i18n/format-details.ts';
import type { Messages } from '../../i18n/messages.ts';
import { controlStyles } from '../control-styles.ts';
import { focusPanel, renderPanelFrame } from './panel-frame.ts';
import { panelStyles } from './panel-styles.ts';
import type { BookView } from '../control-templates.ts';

/**
 * Panel with the book's metadata and accessibility information.
 *
 * @fires svc-panel-request - The user closed the panel.
 * @csspart panel - The panel.
 * @csspart cover - The book cover.
 */
export class SvcAbout extends LitElement {
  static override styles = [
    controlStyles,
    panelStyles,
    css`
      .body:focus-visible {
        outline: 2px solid var(--svc-accent);
        outline-offset: -2px;
        border-radius: 12px;
      }
      .book {
        display: flex;
        gap: 16px;
      }
      .book > div {
        min-inline-size: 0;
      }
      img {
        flex: none;
        align-self: start;
        inline-size: 88px;
        block-size: auto;
        border-radius: 4px;
        box-shadow: 0 1px 5px rgb(0 0 0 / 0.25);
      }
      h3 {
        margin: 0;
        font: 600 18px/1.3 var(--svc-heading-font-family, var(--svc-font-family));
        text-wrap: balance;
        overflow-wrap: anywhere;
      }
      .book p {
        margin: 2px 0 0;
        color: var(--svc-muted);
      }
      .description {
        margin: 16px 0 0;
        line-height: 1.5;
        white-space: pre-line;
        overflow-wrap: anywhere;
      }
      dl {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 6px 16px;
        margin: 16px 0 0;
        padding-block-start: 16px;
      }
      dt {
        color: var(--svc-muted);
      }
      dd {
        margin: 0;
        text-align: match-parent;
        overflow-wrap: anywhere;
      }
      h4 {
        margin: 20px 0 0;
        padding-block-start: 16px;
        font: 600 15px/1.3 var(--svc-heading-font-family, var(--svc-ui-font-family));
      }
      h5 {
        margin: 12px 0 2px;
        color: var(--svc-muted);
        font: 400 13px/1.4 var(--svc-ui-font-family);
      }
      ul {
        margin: 0;
        padding: 0;
        list-style: none;
      }
      li {
        line-height: 1.45;
        overflow-wrap: anywhere;
      }
      li + li {
        margin-block-start: 4px;
      }
      .quote {
        margin: 0;
        white-space: pre-line;
      }
      a {
        color: var(--svc-accent);
      }
      a:focus-visible {
        outline: 2px solid var(--svc-accent);
        outline-offset: 2px;
      }
    `,
  ];

  static override properties = { messages: {}, about: {}, statements: { state: true } };

  declare messages: Messages;
  declare about: Book;
  /**
   * Messages of the accessibility statement. Undefined while they load, and null if they cannot be
   * loaded.
   */
  declare statements: StatementTexts | null | undefined;
  #locale = '';

  protected override willUpdate() {
    const { locale } = this.messages;
    if (locale === this.#locale) return;
    this.#locale = locale;
    loadStatements(locale).then(
      (statements) => (this.statements = statements),
      () => {
        this.#locale = '';
        this.statements = null;
      },
    );
  }

  protected override render() {
    const { messages, about } = this;
    return renderPanelFrame(this, {
      shape: 'pop',
      title: messages.aboutBook,
      close: messages.close,
      resize: messages.panelFullHeight,
      content: html`${this.#head()}
      ${
        about.description
          ? html`<p class="description" dir="auto" lang=${about.languages[0] ?? ''}>
              ${about.description}
            </p>`
          : nothing
      }
      ${this.#facts()} ${this.#accessibility()}`,
    });
  }

  protected override firstUpdated() {
    focusPanel(this.renderRoot);
    // The panel has no focusable content, so its body must be focusable for keyboard scrolling.
    this.renderRoot.querySelector('.body')?.setAttribute('tabindex', '0');
  }

  #head() {
    const { title, titleDirection, subtitle, contributors, cover, languages } = this.about;
    const authors = contributors.filter(({ role }) => role === 'aut');
    return html`<div class="book">
      ${cover ? html`<img part="cover" src=${cover.url} alt="" />` : nothing}
      <div lang=${languages[0] ?? ''} dir="auto">
        <h3 dir=${titleDirection ?? 'auto'}>${title}</h3>
        ${subtitle ? html`<p>${subtitle}</p>` : nothing}
        ${
          authors.length > 0
            ? html`<p>
                ${authors.map(
                  ({ name, direction }, at) =>
                    html`${at > 0 ? ' · ' : ''}<bdi dir=${direction ?? 'auto'}>${name}</bdi>`,
                )}
              </p>`
            : nothing
        }
      </div>
    </div>`;
  }

  #facts() {
    const { messages, about } = this;
    const { locale, roles } = messages;
    const others = new Map<string, string>();
    for (const { role, name } of about.contributors) {
      const label = (Object.hasOwn(roles, role) && roles[role]) || messages.contributor;
      const names = others.get(label);
      if (role !== 'aut') others.set(label, names ? `${names} · ${name}` : name);
    }
    const rows: [string, string | null][] = [
      ...others,
      [messages.publisher, about.publisher],
      [messages.published, about.publishedAt && formatPartialDate(locale, about.publishedAt)],
      [
        messages.bookLanguage,
        about.languages.map((tag) => formatLanguage(locale, tag)).join(' · ') || null,
      ],
      [messages.rights, about.rights],
    ];
    const known = rows.filter(([, value]) => value);
    if (known.length === 0) return nothing;
    return html`<dl class="edge">
      ${known.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd dir="auto">${value}</dd>`,
      )}
    </dl>`;
  }

  #accessibility(): TemplateResult | typeof nothing {
    const { messages, about, statements } = this;
    if (statements === undefined) return nothing;
    const names = messages.accessibility;
    const heading = html`<h4 class="edge">${names.title}</h4>`;
    // Without its messages, the statement is replaced by a hint.
    if (!statements)
      return html`${heading}
        <p class="hint">${names.unknown}</p>`;
    const statement = accessibilityStatement(about.accessibility, about.layout);
    return html`${heading}
    ${accessibilityHeadings.map(
      (name) =>
        html`<h5>${names[name]}</h5>
          <ul>
            ${statement[name].map((line) => html`<li>${this.#line(line, statements)}</li>`)}
          </ul>`,
    )}`;
  }

  #line(line: StatementLine, texts: StatementTexts): TemplateResult | string {
    if ('quote' in line)
      return html`<p
        class="quote"
        dir="auto"
        lang=${this.about.languages[0] ?? ''}
        .textContent=${line.quote}
      ></p>`;
    const text = texts[line.key];
    const url = toWebUrl(line.url);
    if (url) return html`<a href=${url} target="_blank" rel="noopener noreferrer">${text}</a>`;
    const { value } = line;
    if (value === undefined) return text;
    const shown =
      line.key === 'certifiedOn' ? formatPartialDate(this.messages.locale, value) : value;
    const [before = '', after = ''] = text.split('{value}');
    return html`${before}<bdi>${shown}</bdi>${after}`;
  }
}

export const elements = { 'svc-about': SvcAbout };

export function render({ embed, messages }: BookView): TemplateResult | typeof nothing {
  return embed
    ? html`<svc-about
        exportparts="panel, cover"
        .messages=${messages}
        .about=${embed.book}
      ></svc-about>`
    : nothing;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-about': SvcAbout;
  }
}
