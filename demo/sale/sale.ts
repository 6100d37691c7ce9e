import type { ReceivedEvent } from '../shop/webhook.ts';

interface Step {
  at: string;
  type: string;
  id: string | null;
  detail: Record<string, unknown>;
}
interface Money {
  amount: string;
  currency: string;
}
interface Figures {
  impressions: number;
  clicks: number;
  sales: Money[];
  refunds: Money[];
  net: Money[];
  commission: Money[];
}
/** The response of `/demo/sale/state`. */
interface SaleState {
  trace: { steps: Step[] } | null;
  received: ReceivedEvent[];
  report: { rows: (Figures & { key: string | null })[]; totals: Figures };
}

const pollIntervalMs = 1000;
let traceId = new URLSearchParams(location.search).get('trace');
let isPolling = false;
let saleId: string | null = null;
const refund = byId('refund');

document.body.addEventListener('svc-open', () =>
  completeStep('opened', 'The first page is shown.', null),
);
document.body.addEventListener('svc-sample-end', ({ isRead }) => {
  if (isRead) completeStep('finished', 'The sample was read to the end.', null);
});
document.body.addEventListener('svc-affiliate-click', (event) => {
  traceId = event.traceId;
  saleId = null;
  completeStep('clicked', 'The shop opened in a new tab.', event.clickId);
  void pollSaleState();
});
document.addEventListener('visibilitychange', () => void pollSaleState());
refund.addEventListener('click', () => void refundSale());
if (traceId) void pollSaleState();
else openReader();

/**
 * Shows the reader. Not called for a sale that started on another page, because every opened reader
 * is counted.
 */
function openReader(): void {
  const template = byId('reader');
  if (template instanceof HTMLTemplateElement) template.after(template.content.cloneNode(true));
  document.body.classList.remove('trace-only');
}

/** Polls until the shop has received all webhooks. Pauses while the page is hidden. */
async function pollSaleState(): Promise<void> {
  if (isPolling || !traceId) return;
  isPolling = true;
  try {
    while (!document.hidden && !(await showState(traceId))) {
      await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
    }
  } finally {
    isPolling = false;
  }
}

/** Shows the state of a trace. Returns whether all expected events have arrived. */
async function showState(trace: string): Promise<boolean> {
  byId('trace').textContent = trace;
  const response = await fetch(`/demo/sale/state?trace=${encodeURIComponent(trace)}`);
  if (!response.ok) return true;
  const { trace: knownTrace, received, report } = asSaleState(await response.json());
  const steps = knownTrace?.steps ?? [];
  const find = (type: string) => steps.find((step) => step.type === type);
  const opened = find('opened') ?? find('impression');
  if (opened)
    completeStep(
      'opened',
      `Opened through the campaign ${formatLabel(opened.detail.campaign)}.`,
      null,
    );
  if (find('finished-sample')) completeStep('finished', 'The sample was read to the end.', null);
  const click = find('click');
  if (click) completeStep('clicked', 'The link opened the shop.', click.id);
  const sale = find('sale');
  if (!sale) return false;
  saleId = sale.id;
  completeStep(
    'sold',
    `${formatLabel(sale.detail.quantity)} × for ${formatMoney(sale.detail.total)}.`,
    sale.id,
  );
  const earned = find('commission');
  const conversion = find('conversion');
  if (earned && conversion) {
    const { rate } = conversion.detail;
    const share = `${Number(formatLabel(rate)) * 100}% commission: ${formatMoney(earned.detail.amount)}.`;
    completeStep('earned', share, conversion.id);
  }
  const completedEvent = received.find(({ type }) => type === 'sale.completed');
  if (completedEvent)
    completeStep(
      'delivered',
      'sale.completed was received with a valid signature.',
      completedEvent.id,
    );
  const refunded = find('refund');
  const refundedEvent = received.find(({ type }) => type === 'sale.refunded');
  if (refunded) {
    completeStep('refunded', 'The commission was reversed.', refunded.id);
    revealStep('reversed');
  }
  if (refundedEvent)
    completeStep(
      'reversed',
      'sale.refunded was received with a valid signature.',
      refundedEvent.id,
    );
  showReport(report);
  refund.toggleAttribute('disabled', refunded !== undefined);
  return completedEvent !== undefined && (!refunded || refundedEvent !== undefined);
}

async function refundSale(): Promise<void> {
  if (!saleId) return;
  refund.toggleAttribute('disabled', true);
  const body = new URLSearchParams({ sale: saleId });
  const response = await fetch('/demo/sale/refund', { method: 'POST', body });
  if (!response.ok) refund.toggleAttribute('disabled', false);
  else await pollSaleState();
}

function completeStep(name: string, text: string, id: string | null): void {
  const item = revealStep(name);
  const [line] = item.getElementsByTagName('p');
  if (!line) return;
  const isFirst = !item.classList.contains('done');
  item.classList.add('done');
  item.classList.toggle('refund', name === 'refunded');
  line.textContent = text;
  if (id) {
    const shown = document.createElement('span');
    shown.className = 'id';
    shown.textContent = id;
    line.append(shown);
  }
  const title = item.querySelector('h3')?.textContent ?? '';
  if (isFirst) byId('status').textContent = `${title}: ${text}`;
}

function revealStep(name: string): HTMLElement {
  const item = document.querySelector<HTMLElement>(`[data-step="${name}"]`);
  if (!item) throw new Error(`The page has no step ${name}.`);
  item.hidden = false;
  return item;
}

function showReport({ rows, totals }: SaleState['report']): void {
  const shown = rows.length > 1 ? [...rows, { ...totals, key: 'Total' }] : rows;
  byId('report').replaceChildren(...shown.map(rowOf));
  const section = document.querySelector<HTMLElement>('.report');
  if (section) section.hidden = false;
}

function rowOf(row: Figures & { key: string | null }): HTMLElement {
  const line = document.createElement('tr');
  const { key, impressions, clicks, sales, refunds, net, commission } = row;
  const cells = [
    key ?? '–',
    impressions,
    clicks,
    ...[sales, refunds, net, commission].map(formatAmounts),
  ];
  line.append(
    ...cells.map((text, index) => {
      const cell = document.createElement(index === 0 ? 'th' : 'td');
      if (index === 0) cell.setAttribute('scope', 'row');
      cell.textContent = String(text);
      return cell;
    }),
  );
  return line;
}

function formatAmounts(amounts: Money[]): string {
  return amounts.map(formatMoney).join(' + ') || '–';
}

function formatMoney(value: unknown): string {
  if (typeof value !== 'object' || !value) return '–';
  const { amount, currency } = value as Money;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(Number(amount));
}

function formatLabel(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '–';
}

/** Casts the response. The demo's own server returns this shape. */
function asSaleState(response: unknown): SaleState {
  return response as SaleState;
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}.`);
  return found;
}
