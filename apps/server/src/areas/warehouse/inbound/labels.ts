import type { InboundCarton, InboundLine } from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { badField, ruleBroken } from '../../../core/errors.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { A4_PAGE, code128, drawPdf, gs1Code, lineOfText, MM, type PageFormat, type Pdf } from '../../../core/pdf.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { cartonCodes } from './carton.ts';
import { cartonsOfInbound, linesOfInbound } from './detail.ts';
import { type InboundListRow, inbounds } from './list.ts';

export interface LabelWish {
  id: number;
  of: 'product' | 'fnsku' | 'carton' | 'pallet';
  size?: string | undefined;
  lineId?: number | undefined;
  copies?: number | undefined;
  fourSides: 'true' | 'false';
}

type Words = (code: string, params?: Record<string, string | number>) => string;
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
type Draw = (pdf: Pdf, box: Box) => void;

const LABELS_AT_ONCE = 2_000;

/** Labels of an inbound order: of its products (one per unit), cartons or pallets (one per side). */
export async function inboundLabels(app: App, ctx: Ctx, wish: LabelWish): Promise<FileAnswer> {
  const { inbound, lines, cartons } = await app.database.inCompany(ctx, async (tx) => {
    const inbound = await inbounds.one(tx, wish.id);
    const all = await linesOfInbound(tx, [wish.id]);
    const desired = all.filter((line) => wish.lineId === undefined || line.id === wish.lineId);
    const lines = wish.of === 'fnsku' ? underFnsku(desired) : desired;
    return { inbound, lines, cartons: await cartonsOfInbound(tx, wish.id) };
  });
  const words: Words = (code, params) => say(ctx.language, `warehouse.inbound.print.${code}`, params);
  const labels =
    wish.of === 'product' || wish.of === 'fnsku'
      ? productLabels(ctx, lines, wish)
      : wish.of === 'carton'
        ? cartonLabels(inbound, cartons, words)
        : palletLabels(inbound, cartons.length, wish, words);
  if (labels.length === 0) throw ruleBroken('warehouse.noLabels');
  if (labels.length > LABELS_AT_ONCE) throw badField('copies', 'warehouse.labelsTooMany', { most: LABELS_AT_ONCE });
  const name = `${words(`labels.${wish.of}`)} ${inbound.number}`;
  const small = wish.of === 'product' || wish.of === 'fnsku';
  return arrange(name, labels, wish.size ?? (small ? '60x30' : '100x150'), small);
}

/** Label sheets without gaps: 3 x 7 of 70 x 42.3 mm, 3 x 8 of 70 x 37 mm. */
const SHEETS: Record<string, { down: number; height: number; top: number }> = {
  a4x21: { down: 7, height: 42.3 * MM, top: 0.45 * MM },
  a4x24: { down: 8, height: 37 * MM, top: 0.5 * MM },
};
const ACROSS = 3;

function arrange(name: string, labels: readonly Draw[], size: string, small: boolean): Promise<FileAnswer> {
  const sheet = SHEETS[size];
  if (sheet && small)
    return drawPdf({ name, page: A4_PAGE }, (pdf) => {
      labels.forEach((draw, i) => {
        const at = i % (ACROSS * sheet.down);
        if (at === 0) pdf.addPage();
        const y = sheet.top + Math.floor(at / ACROSS) * sheet.height;
        draw(pdf, { x: (at % ACROSS) * 70 * MM, y, width: 70 * MM, height: sheet.height });
      });
    });
  const [widthMm = 0, heightMm = 0] = size.split('x').map(Number);
  const fits = small ? widthMm < 100 : widthMm === 100;
  if (!fits || !heightMm) throw badField('size', 'core.badChoice');
  const page: PageFormat = { widthMm, heightMm, marginMm: 0 };
  return drawPdf({ name, page }, (pdf) => {
    for (const draw of labels) {
      pdf.addPage();
      draw(pdf, { x: 0, y: 0, width: widthMm * MM, height: heightMm * MM });
    }
  });
}

const FNSKU = /^[XB]0[A-Z0-9]{8}$/;

/** @throws warehouse.fnskuMissing: nobody would notice a missing label until the units lack it */
function underFnsku(lines: readonly InboundLine[]): InboundLine[] {
  const without = lines.filter((line) => !line.fnsku && !FNSKU.test(line.barcode ?? ''));
  if (without.length > 0)
    throw ruleBroken('warehouse.fnskuMissing', { skus: without.map((line) => line.sku).join(', ') });
  return lines.map((line) => ({ ...line, barcode: line.fnsku ?? line.barcode }));
}

/** Amazon's item label: barcode, its text, the shortened title, the condition. */
function productLabels(ctx: Ctx, lines: readonly InboundLine[], wish: LabelWish): Draw[] {
  return lines.flatMap((line) => {
    const code = line.barcode ?? line.sku;
    const fnsku = FNSKU.test(code);
    const name = shortened(nameIn(fnsku ? 'en' : ctx.language, line));
    const draw: Draw = (pdf, box) => {
      const inner = { x: box.x + 3 * MM, width: box.width - 6 * MM };
      // Bars at least 15 % as high as wide, in the space beside three lines of text.
      const bars = box.height - 14 * MM;
      code128(pdf, code, { ...inner, y: box.y + 2.5 * MM, height: bars });
      pdf.fillColor('black').font('bold').fontSize(8);
      lineOfText(pdf, code, inner.x, box.y + bars + 3 * MM, inner.width, { align: 'center' });
      pdf.font('regular').fontSize(6.5);
      lineOfText(pdf, name, inner.x, box.y + bars + 6.3 * MM, inner.width, { align: 'center' });
      lineOfText(pdf, fnsku ? 'New' : line.sku, inner.x, box.y + bars + 9 * MM, inner.width, { align: 'center' });
    };
    return Array.from({ length: wish.copies ?? Math.max(line.expected, line.received) }, () => draw);
  });
}

/** Shortens a long title to its start and end: the end distinguishes variants. */
function shortened(title: string): string {
  return title.length <= 50 ? title : `${title.slice(0, 24)}...${title.slice(-23)}`;
}

function cartonLabels(inbound: InboundListRow, cartons: readonly InboundCarton[], words: Words): Draw[] {
  return cartons.map((carton, i) => (pdf, box) => {
    const inner = { x: box.x + 6 * MM, width: box.width - 12 * MM };
    drawHead(pdf, inner, box.y, inbound, words, words('cartonOf', { n: i + 1, of: cartons.length }));
    pdf.font('regular').fontSize(9).fillColor('black');
    const room = Math.max(1, Math.floor((box.height - 76 * MM) / (5 * MM)));
    const shown = carton.contents.slice(0, carton.contents.length > room ? room - 1 : room);
    shown.forEach((part, row) => {
      const detail = [part.batch, part.expiresOn].filter(Boolean).join(' · ');
      const text = `${part.quantity} × ${part.sku}${detail ? ` · ${detail}` : ''}`;
      lineOfText(pdf, text, inner.x, box.y + (34 + row * 5) * MM, inner.width);
    });
    if (shown.length < carton.contents.length)
      lineOfText(
        pdf,
        words('more', { count: carton.contents.length - shown.length }),
        inner.x,
        box.y + (34 + shown.length * 5) * MM,
        inner.width,
      );
    // An SSCC is 32 mm high at least and begins with its sign; any other code is a plain Code 128.
    const sscc = cartonCodes(carton.code).find((code) => /^\d{18}$/.test(code));
    const bars = { ...inner, y: box.y + box.height - 46 * MM, height: 32 * MM };
    if (sscc) gs1Code(pdf, `(00)${sscc}`, bars);
    else code128(pdf, carton.code, bars);
    pdf.font('bold').fontSize(12).fillColor('black');
    const text = sscc ? `(00) ${sscc}` : carton.code;
    lineOfText(pdf, text, inner.x, box.y + box.height - 12 * MM, inner.width, { align: 'center' });
  });
}

function palletLabels(inbound: InboundListRow, cartons: number, wish: LabelWish, words: Words): Draw[] {
  const pallets = wish.copies ?? 1;
  const sides = wish.fourSides === 'true' ? 4 : 1;
  return Array.from({ length: pallets * sides }, (_, i) => (pdf, box) => {
    const inner = { x: box.x + 6 * MM, width: box.width - 12 * MM };
    const n = Math.floor(i / sides) + 1;
    drawHead(pdf, inner, box.y, inbound, words, words('palletOf', { n, of: pallets }));
    pdf.font('regular').fontSize(11).fillColor('black');
    const about = [
      inbound.sourceNo || inbound.reference,
      cartons > 0 ? words('cartons', { count: cartons }) : '',
      words('unitsIn', { count: inbound.units }),
      sides > 1 ? words('side', { n: (i % sides) + 1 }) : '',
    ];
    about.filter(Boolean).forEach((text, row) => {
      lineOfText(pdf, text, inner.x, box.y + (34 + row * 6) * MM, inner.width);
    });
    code128(pdf, inbound.number, { ...inner, y: box.y + box.height - 34 * MM, height: 20 * MM });
    pdf.font('bold').fontSize(12);
    lineOfText(pdf, inbound.number, inner.x, box.y + box.height - 12 * MM, inner.width, { align: 'center' });
  });
}

function drawHead(
  pdf: Pdf,
  inner: { x: number; width: number },
  y: number,
  inbound: InboundListRow,
  words: Words,
  which: string,
): void {
  pdf.font('bold').fontSize(20).fillColor('black');
  lineOfText(pdf, which, inner.x, y + 6 * MM, inner.width, { align: 'center' });
  pdf.fontSize(11);
  lineOfText(pdf, `${words('to')} ${inbound.warehouseName}`, inner.x, y + 17 * MM, inner.width);
  pdf.font('regular').fontSize(9);
  const about = [inbound.number, inbound.reference].filter(Boolean).join(' · ');
  lineOfText(pdf, about, inner.x, y + 23 * MM, inner.width);
  pdf
    .moveTo(inner.x, y + 30 * MM)
    .lineTo(inner.x + inner.width, y + 30 * MM)
    .lineWidth(0.7)
    .stroke('#1b1f24');
}
