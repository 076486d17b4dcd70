import type { PDFDocument } from '@cantoo/pdf-lib';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type * as calls from '@tradewind/contract/orders.ts';
import type { CustomsCategory } from '@tradewind/contract/orders.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import { badField, conflict, type Fail } from '../../../core/errors.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { Decimal } from '../../../core/money.ts';
import { A4_PAGE, drawPdf, type Pdf } from '../../../core/pdf.ts';
import { say } from '../../../core/text/texts.ts';
import { imagesForPaper } from '../../catalog/public.ts';
import { type BulkResult, selectedIds } from '../../orders/public.ts';
import { slipsOf } from '../../warehouse/public.ts';
import { postalForm, sdrForUsd } from '../customs/postal-form.ts';
import { addressRead } from '../parcel/facts.ts';
import { printables } from '../parcel/label.ts';
import { batteryProblem, drawBattery } from './battery-paper.ts';
import { drawCn22, drawCn23 } from './customs-forms.ts';
import { asPicked, crossesBorder, declaredValue, lackingCustoms, type PaperOrder, paperOrders } from './paper-facts.ts';
import { drawCustoms, drawInvoice, drawPickList } from './sheets.ts';

const AT_MOST = 200;

type Desired = ParsedOf<typeof calls.checkPapers>;
/** One document: an existing file, or a sheet to draw. */
type Paper = { file: () => Promise<Buffer> } | { draw: (pdf: Pdf) => void | Promise<void> };

interface Plan {
  papers: Paper[];
  orders: number;
  failed: BulkResult['failed'];
}

export async function checkPapers(app: App, ctx: Ctx, desired: Desired): Promise<BulkResult> {
  const { orders, failed } = await planPapers(app, ctx, desired, 'walk');
  return { done: orders - new Set(failed.map((one) => one.id)).size, failed };
}

/** The available documents in one file. @throws conflict when there are none */
export async function printPapers(
  app: App,
  ctx: Ctx,
  desired: Desired & { order: 'walk' | 'list' },
): Promise<FileAnswer> {
  const { papers } = await planPapers(app, ctx, desired, desired.order);
  if (papers.length === 0) throw conflict('logistics.paper.nothing');
  return { name: 'papers.pdf', mime: 'application/pdf', data: await bound(papers), inline: true };
}

/** The commercial invoice of one order. @throws conflict with what it lacks */
export async function invoiceOf(app: App, ctx: Ctx, orderId: number): Promise<Buffer> {
  const { papers, failed } = await planPapers(
    app,
    ctx,
    { ids: [orderId], papers: ['invoice'], category: 'sale' },
    'list',
  );
  const [lacking] = failed;
  if (papers.length === 0)
    throw conflict(lacking?.error ?? 'logistics.paper.nothing', { number: lacking?.label ?? '' });
  return bound(papers);
}

async function planPapers(app: App, ctx: Ctx, desired: Desired, order: 'walk' | 'list'): Promise<Plan> {
  const { listed, sdr } = await app.database.look(ctx, async (tx) => {
    const ids = await selectedIds(tx, desired, AT_MOST + 1);
    if (ids.length > AT_MOST) throw badField('ids', 'logistics.paper.tooMany', { count: AT_MOST });
    const visited = new Set(ids);
    // In the order of selection, without orders that the user does not see.
    const chosen = desired.ids ? [...new Set(desired.ids)].filter((id) => visited.has(id)) : ids;
    return { listed: await paperOrders(tx, chosen), sdr: await sdrForUsd(tx) };
  });
  const orders = order === 'walk' ? asPicked(listed) : listed;
  const labels = await printables(
    app,
    ctx,
    orders.flatMap((one) => one.outboundId ?? []),
  );
  const plan: Plan = { papers: [], orders: orders.length, failed: [] };
  const requested = new Set(desired.papers);
  const slips = requested.has('packingSlip') ? await slipsOfOrders(app, ctx, orders) : undefined;
  if (requested.has('pickList')) planPickList(app, ctx, orders, plan);
  for (const one of orders) {
    const own = labels.get(one.outboundId ?? 0);
    if (requested.has('label')) {
      if (own) plan.papers.push({ file: () => own.label() });
      else lack(ctx, plan, one, one.erased ? 'logistics.paper.erased' : 'logistics.paper.noLabel');
    }
    if (slips) {
      const draw = slips.get(one.outboundId ?? 0);
      if (draw) plan.papers.push({ draw });
      else lack(ctx, plan, one, 'logistics.paper.noSlip');
    }
    planTrade(ctx, one, own?.customs, { requested, category: desired.category, sdr }, plan);
    if (requested.has('battery')) planBattery(ctx, one, plan);
  }
  return plan;
}

interface Trade {
  requested: ReadonlySet<Desired['papers'][number]>;
  category: CustomsCategory;
  /** Special drawing rights for a dollar. */
  sdr: Decimal | undefined;
}

async function slipsOfOrders(app: App, ctx: Ctx, orders: readonly PaperOrder[]) {
  const ids = orders.flatMap((one) => one.outboundId ?? []);
  const slips = await app.database.look(ctx, (tx) => slipsOf(tx, ctx.language, ids));
  return new Map(slips.map(({ outboundId, draw }) => [outboundId, draw]));
}

/**
 * A parcel has one commercial invoice: where the carrier has issued one with its customs documents, that one, as customs
 * must not find two with different prices.
 */
function planTrade(
  ctx: Ctx,
  order: PaperOrder,
  carriers: (() => Promise<Buffer>) | undefined,
  { requested, category, sdr }: Trade,
  plan: Plan,
): void {
  const customs = requested.has('customs') && crossesBorder(order);
  if (!requested.has('invoice') && !customs) return;
  if (carriers && crossesBorder(order)) {
    plan.papers.push({ file: carriers });
    return;
  }
  const amiss = amissOf(order);
  if (amiss) {
    lack(ctx, plan, order, amiss);
    return;
  }
  if (requested.has('invoice')) {
    if (order.amountsUnknown) lack(ctx, plan, order, 'logistics.paper.noAmounts');
    else plan.papers.push({ draw: (pdf) => drawInvoice(pdf, order) });
  }
  const lacking = customs ? lackingCustoms(order) : [];
  if (lacking.length > 0) lack(ctx, plan, order, 'logistics.paper.customsData', { skus: lacking.join(', ') });
  else if (customs) plan.papers.push({ draw: declaration(ctx, order, category, sdr) });
}

/** Posts have forms of their own; elsewhere a sheet says the same. */
function declaration(ctx: Ctx, order: PaperOrder, category: CustomsCategory, sdr: Decimal | undefined) {
  if (!order.postal) return (pdf: Pdf) => drawCustoms(pdf, order, category);
  const { labelCost, labelCurrency, weightGrams: grams, lines } = order;
  const paid = maySee(ctx.rights, 'seeCost') && labelCost !== null && labelCurrency !== null;
  const facts = { category, postage: paid ? `${new Decimal(labelCost).toFixed(2)} ${labelCurrency}` : undefined };
  const form = postalForm({ valueUsd: declaredValue(order), grams, lines: lines.length }, sdr);
  return (pdf: Pdf) => (form === 'cn22' ? drawCn22(pdf, order, facts) : drawCn23(pdf, order, facts));
}

/** Goods without a battery need none. */
function planBattery(ctx: Ctx, order: PaperOrder, plan: Plan): void {
  if (!order.lines.some((line) => line.battery)) return;
  const amiss = amissOf(order);
  const problem = batteryProblem(order);
  if (amiss) lack(ctx, plan, order, amiss);
  else if (problem) lack(ctx, plan, order, `logistics.paper.${problem.code}`, { skus: problem.skus.join(', ') });
  else plan.papers.push({ draw: (pdf) => drawBattery(pdf, order) });
}

/** Why no sheet with addresses can be drawn. */
function amissOf(order: PaperOrder): string | undefined {
  if (order.erased) return 'logistics.paper.erased';
  for (const [address, code] of [
    [order.from, 'logistics.warehouseAddress'],
    [order.shipTo, 'logistics.orderAddress'],
  ] as const)
    if (!addressRead(address)) return code;
  return undefined;
}

function planPickList(app: App, ctx: Ctx, orders: readonly PaperOrder[], plan: Plan): void {
  const words = (code: string) => say(ctx.language, `warehouse.print.${code}`);
  const withGoods = orders.filter((one) => one.outboundId !== null);
  for (const one of orders) if (one.outboundId === null) lack(ctx, plan, one, 'logistics.paper.noOutbound');
  if (withGoods.length === 0) return;
  const keys = withGoods.flatMap((one) => one.lines.map((line) => line.image));
  plan.papers.push({
    draw: async (pdf) =>
      drawPickList(pdf, withGoods, await imagesForPaper(app, ctx, keys), words, ctx.language === 'zh'),
  });
}

function lack(ctx: Ctx, plan: Plan, order: PaperOrder, code: string, params: Fail['params'] = {}): void {
  const reason = say(ctx.language, code, { number: order.displayNo, ...params });
  const answered = plan.failed.find((one) => one.id === order.id);
  if (!answered) plan.failed.push({ id: order.id, label: order.displayNo, error: code, reason });
  // Lists each order once, with everything it lacks.
  else if (answered.reason !== reason) answered.reason += `；${reason}`;
}

/** Draws all sheets into one document, so that fonts are embedded once, and merges it with the files in order. */
async function bound(papers: readonly Paper[]): Promise<Buffer> {
  const { PDFDocument: Pdfs } = await import('@cantoo/pdf-lib');
  const ends: number[] = [];
  const drawn = papers.filter((paper) => 'draw' in paper);
  const sheets =
    drawn.length > 0 &&
    (await drawPdf({ name: 'papers', page: A4_PAGE }, async (pdf) => {
      for (const paper of drawn) {
        await paper.draw(pdf);
        ends.push(pdf.bufferedPageRange().count);
      }
    }));
  const out = await Pdfs.create();
  const source = sheets ? await Pdfs.load(sheets.data) : undefined;
  let from = 0;
  for (const paper of papers) {
    if ('file' in paper) await append(out, await Pdfs.load(await paper.file()));
    else if (source) {
      const to = ends.shift() ?? from;
      await append(
        out,
        source,
        Array.from({ length: to - from }, (_, n) => from + n),
      );
      from = to;
    }
  }
  return Buffer.from(await out.save());
}

async function append(out: PDFDocument, source: PDFDocument, pages = source.getPageIndices()): Promise<void> {
  for (const page of await out.copyPages(source, pages)) out.addPage(page);
}
