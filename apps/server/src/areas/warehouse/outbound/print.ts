import type { OutboundRow } from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx, Language } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { notFound } from '../../../core/errors.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { code128, drawPdf, lineOfText, MM, type PageFormat, type Pdf } from '../../../core/pdf.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { type LineRow, linesOf } from './detail.ts';
import { outbounds } from './list.ts';
import { remarksOfOutbounds } from './remark.ts';

/** The size of a shipping label, so that one printer does both. */
const LABEL_PAGE: PageFormat = { widthMm: 100, heightMm: 150, marginMm: 4 };
const LEFT = 5 * MM;
const WIDTH = 90 * MM;
const ROW = 9 * MM;
const BOTTOM = 142 * MM;
/** Max length of a remark: a longer one would leave no room for the products. */
const MOST_REMARK = 30 * MM;

interface Slip {
  outboundId: number;
  number: string;
  /** Adds its pages, of label paper in a document of any format. */
  draw: (pdf: Pdf) => void;
}

/** Packing slips on label paper: the outbound number as a barcode, and the contents of the box. */
export async function slipsOf(tx: Tx, language: Language, ids: readonly number[]): Promise<Slip[]> {
  const found = await outbounds.byIds(tx, ids);
  const observed = found.map((one) => one.id);
  const lines = Map.groupBy(await linesOf(tx, observed), (line) => line.outboundId);
  const remarks = new Map((await remarksOfOutbounds(tx, observed)).map((one) => [one.outboundId, one.remark]));
  const words = (code: string) => say(language, `warehouse.print.${code}`);
  return found.map((outbound) => {
    const slip = { ...outbound, remark: remarks.get(outbound.id) ?? '' };
    const draw = (pdf: Pdf) => drawSlip(pdf, language, slip, lines.get(outbound.id) ?? [], words);
    return { outboundId: outbound.id, number: outbound.number, draw };
  });
}

export async function packingSlips(app: App, ctx: Ctx, ids: readonly number[]): Promise<FileAnswer> {
  const slips = await app.database.inCompany(ctx, (tx) => slipsOf(tx, ctx.language, ids));
  const [first, second] = slips;
  if (!first) throw notFound('warehouse.outboundNotFound');
  const name = second ? say(ctx.language, 'warehouse.print.slip') : first.number;
  return drawPdf({ name, page: LABEL_PAGE }, (pdf) => {
    for (const { draw } of slips) draw(pdf);
  });
}

function drawSlip(
  pdf: Pdf,
  language: Language,
  outbound: OutboundRow & { remark: string },
  lines: readonly LineRow[],
  words: (code: string) => string,
): void {
  let y = head(pdf, outbound, words);
  if (outbound.remark) y = remarked(pdf, y, `${words('remark')} ${outbound.remark}`);
  for (const line of lines) {
    if (y + ROW > BOTTOM) y = head(pdf, outbound, words);
    pdf.font('bold').fontSize(10).fillColor('black');
    lineOfText(pdf, line.sku, LEFT, y + MM, 72 * MM);
    lineOfText(pdf, `× ${line.quantity}`, LEFT + 72 * MM, y + MM, 18 * MM, { align: 'right' });
    pdf.font('regular').fontSize(7.5).fillColor('#333333');
    lineOfText(pdf, nameIn(language, line), LEFT, y + 5 * MM, WIDTH);
    y += ROW;
    pdf
      .moveTo(LEFT, y)
      .lineTo(LEFT + WIDTH, y)
      .lineWidth(0.3)
      .stroke('#c8cdd3');
  }
}

function remarked(pdf: Pdf, y: number, remark: string): number {
  pdf.font('bold').fontSize(8.5).fillColor('black');
  const height = Math.min(MOST_REMARK, pdf.heightOfString(remark, { width: WIDTH }) + MM);
  pdf.text(remark, LEFT, y + MM, { width: WIDTH, height, ellipsis: true });
  const below = y + height + 2 * MM;
  pdf
    .moveTo(LEFT, below)
    .lineTo(LEFT + WIDTH, below)
    .lineWidth(0.3)
    .stroke('#c8cdd3');
  return below;
}

function head(pdf: Pdf, outbound: OutboundRow, words: (code: string) => string): number {
  pdf.addPage({ size: [LABEL_PAGE.widthMm * MM, LABEL_PAGE.heightMm * MM], margin: LABEL_PAGE.marginMm * MM });
  code128(pdf, outbound.number, { x: LEFT, y: 5 * MM, width: WIDTH, height: 14 * MM });
  pdf.font('bold').fontSize(11).fillColor('black');
  lineOfText(pdf, outbound.number, LEFT, 20.5 * MM, WIDTH, { align: 'center' });
  pdf.font('regular').fontSize(8.5);
  lineOfText(pdf, `${words('order')} ${outbound.orderNo}`, LEFT, 28 * MM, WIDTH);
  lineOfText(pdf, [outbound.shopName, outbound.warehouseName].filter(Boolean).join(' · '), LEFT, 32.5 * MM, WIDTH);
  const slot = outbound.slot === null ? '' : `${words('slot')} ${outbound.slot}`;
  const inside = `${words('units')} ${outbound.units}`;
  lineOfText(pdf, [outbound.waveNumber, slot, inside].filter(Boolean).join(' · '), LEFT, 37 * MM, WIDTH);
  pdf
    .moveTo(LEFT, 42.5 * MM)
    .lineTo(LEFT + WIDTH, 42.5 * MM)
    .lineWidth(0.7)
    .stroke('#1b1f24');
  return 42.5 * MM;
}
