import type { InboundLine } from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { notFound } from '../../../core/errors.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { A4_PAGE, code128, drawPdf, lineOfText, MM, type Pdf } from '../../../core/pdf.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { linesOfInbound } from './detail.ts';
import { type InboundListRow, inbounds } from './list.ts';
import { waitingGoods } from './put-away.ts';
import { suggestPlaces } from './suggest.ts';

/** A row of either document: the product and its figures in column order. */
interface PaperRow {
  sku: string;
  name: string;
  cells: string[];
}
interface Paper {
  title: string;
  columns: string[];
  rows: PaperRow[];
  /** Whose signature. */
  by: string;
}
type Words = (code: string) => string;

/**
 * Receiving sheets: expected and received by line, with the difference and a signature field. Put-away sheets: units
 * waiting in receiving, suggested locations, and space to write the actual one.
 */
export async function inboundPapers(
  app: App,
  ctx: Ctx,
  input: { ids: number[]; paper: 'receipt' | 'putAway' },
): Promise<FileAnswer> {
  const words: Words = (code) => say(ctx.language, `warehouse.inbound.print.${code}`);
  const papers = await app.database.inCompany(ctx, async (tx) => {
    const found = await inbounds.byIds(tx, input.ids);
    const made: { inbound: InboundListRow; paper: Paper }[] = [];
    const lines = Map.groupBy(
      await linesOfInbound(
        tx,
        found.map((one) => one.id),
      ),
      (line) => line.inboundId,
    );
    for (const inbound of found) {
      if (input.paper === 'receipt')
        made.push({ inbound, paper: receiptNote(ctx, lines.get(inbound.id) ?? [], words) });
      else {
        const rows = await putAwayRows(tx, ctx, inbound);
        const columns = [words('units'), words('from'), words('to'), words('put')];
        made.push({ inbound, paper: { title: words('putAway'), columns, rows, by: words('stored') } });
      }
    }
    return made;
  });
  const [first] = papers;
  if (!first) throw notFound('warehouse.inboundNotFound');
  const name = papers.length === 1 ? `${first.paper.title} ${first.inbound.number}` : first.paper.title;
  return drawPdf({ name, page: A4_PAGE }, (pdf) => {
    for (const { inbound, paper } of papers) drawPaper(pdf, inbound, paper, words);
  });
}

/** One row per product and batch in a location, from any number of cartons and scans. */
async function putAwayRows(tx: Tx, ctx: Ctx, inbound: InboundListRow): Promise<PaperRow[]> {
  const waiting = await waitingGoods(tx, { inboundId: inbound.id });
  const piles = Map.groupBy(waiting, (one) => `${one.productId}/${one.batchId}/${one.locationCode}`);
  const rows: PaperRow[] = [];
  for (const [one, ...more] of piles.values()) {
    if (!one) continue;
    const quantity = more.reduce((sum, each) => sum + each.quantity, one.quantity);
    const places = await suggestPlaces(tx, { ...one, quantity, warehouseId: inbound.warehouseId });
    rows.push({
      sku: one.sku,
      name: [nameOf(ctx, one), one.batchCode, one.expiresOn].filter(Boolean).join(' · '),
      cells: [
        String(quantity),
        one.locationCode,
        places.map((place) => (places.length > 1 ? `${place.code}: ${place.quantity}` : place.code)).join('  '),
        '',
      ],
    });
  }
  return rows;
}

const nameOf = (ctx: Ctx, one: { nameZh: string; nameEn: string }) => nameIn(ctx.language, one);

function receiptNote(ctx: Ctx, lines: readonly InboundLine[], words: Words): Paper {
  const signed = (n: number) => (n > 0 ? `+${n}` : String(n));
  // Empty only where nobody has counted yet: there it is written by hand.
  const countedOf = ({ difference, received, damaged }: InboundLine) =>
    difference !== null || received > 0 ? [String(received), String(damaged)] : ['', ''];
  const differenceOf = ({ difference, received, expected }: InboundLine) => {
    if (difference !== null) return signed(difference);
    return received > 0 ? signed(received - expected) : '';
  };
  return {
    title: words('receipt'),
    by: words('counted'),
    columns: [words('expected'), words('received'), words('damaged'), words('difference')],
    rows: lines.map((line) => ({
      sku: line.sku,
      name: [nameOf(ctx, line), line.remark].filter(Boolean).join(' · '),
      cells: [String(line.expected), ...countedOf(line), differenceOf(line)],
    })),
  };
}

const LEFT = 12 * MM;
const RIGHT = 198 * MM;
const CELLS = [112 * MM, 130 * MM, 150 * MM, 178 * MM];
const ENDS = [128 * MM, 148 * MM, 176 * MM, RIGHT];
const BOTTOM = 262 * MM;

function drawPaper(pdf: Pdf, inbound: InboundListRow, paper: Paper, words: Words): void {
  let y = newPage(pdf, inbound, paper, words);
  for (const row of paper.rows) {
    if (y + 10 * MM > BOTTOM) y = newPage(pdf, inbound, paper, words);
    pdf.font('bold').fontSize(10).fillColor('black');
    lineOfText(pdf, row.sku, LEFT, y + 1.5 * MM, 96 * MM);
    row.cells.forEach((cell, i) => {
      const x = CELLS[i] ?? LEFT;
      lineOfText(pdf, cell, x, y + 3 * MM, (ENDS[i] ?? RIGHT) - x - MM);
    });
    pdf.font('regular').fontSize(8).fillColor('#333333');
    lineOfText(pdf, row.name, LEFT, y + 6 * MM, 96 * MM);
    y += 10 * MM;
    pdf.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.3).stroke('#c8cdd3');
  }
  pdf.font('regular').fontSize(9).fillColor('black');
  if (paper.rows.length === 0) lineOfText(pdf, words('nothing'), LEFT, y + 3 * MM, 96 * MM);
  [paper.by, words('checkedBy'), words('date')].forEach((text, i) => {
    const x = LEFT + i * 62 * MM;
    lineOfText(pdf, text, x, 272 * MM, 56 * MM);
    pdf
      .moveTo(x, 283 * MM)
      .lineTo(x + 56 * MM, 283 * MM)
      .lineWidth(0.5)
      .stroke('#5b6470');
  });
}

function newPage(pdf: Pdf, inbound: InboundListRow, paper: Paper, words: Words): number {
  pdf.addPage();
  pdf.font('bold').fontSize(16).fillColor('black');
  lineOfText(pdf, paper.title, LEFT, 12 * MM, 90 * MM);
  pdf.font('regular').fontSize(9).fillColor('#333333');
  const about = [inbound.warehouseName, inbound.sourceNo, inbound.reference].filter(Boolean).join(' · ');
  lineOfText(pdf, about, LEFT, 21 * MM, 100 * MM);
  const travels = [inbound.carrier, inbound.trackingNumber, inbound.expectedOn].filter(Boolean).join(' · ');
  if (travels) lineOfText(pdf, travels, LEFT, 26 * MM, 100 * MM);
  code128(pdf, inbound.number, { x: 118 * MM, y: 11 * MM, width: 80 * MM, height: 12 * MM });
  pdf.fontSize(9).fillColor('black');
  lineOfText(pdf, inbound.number, 118 * MM, 24 * MM, 80 * MM, { align: 'center' });
  const y = 32 * MM;
  pdf.fontSize(8).fillColor('#5b6470');
  lineOfText(pdf, words('product'), LEFT, y, 90 * MM);
  paper.columns.forEach((column, i) => {
    const x = CELLS[i] ?? LEFT;
    lineOfText(pdf, column, x, y, (ENDS[i] ?? RIGHT) - x - MM);
  });
  pdf
    .moveTo(LEFT, y + 5 * MM)
    .lineTo(RIGHT, y + 5 * MM)
    .lineWidth(0.7)
    .stroke('#1b1f24');
  return y + 5 * MM;
}
