import type { WaveRow } from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { notFound } from '../../../core/errors.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { A4_PAGE, code128, drawPdf, lineOfText, MM, type Pdf, pictureIn } from '../../../core/pdf.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { imagesForPaper } from '../../catalog/public.ts';
import { boxesOfWaves, stopsOfWaves, type WaveBox } from '../outbound/detail.ts';
import { type OutboundRemark, remarksOfWaves } from '../outbound/remark.ts';
import { waves } from './list.ts';

interface Stop {
  locationCode: string;
  sku: string;
  nameZh: string;
  nameEn: string;
  image: string | null;
  quantity: number;
  picked: number;
  slots: string[];
}

/**
 * Pick lists of waves: each on its own page, pick tasks along the pick path, one row per location and product, below
 * them the remarks of its orders, and for each slot the outbound number to scan at packing.
 */
export async function pickLists(app: App, ctx: Ctx, waveIds: readonly number[]): Promise<FileAnswer> {
  const { found, stops, remarks, boxes } = await app.database.inCompany(ctx, async (tx) => ({
    found: await waves.byIds(
      tx,
      [...waveIds].sort((a, b) => a - b),
    ),
    stops: await stopsOfWaves(tx, waveIds),
    remarks: await remarksOfWaves(tx, waveIds),
    boxes: await boxesOfWaves(tx, waveIds),
  }));
  if (found.length === 0) throw notFound('warehouse.waveNotFound');
  const words = (code: string) => say(ctx.language, `warehouse.print.${code}`);
  const pictures = await imagesForPaper(
    app,
    ctx,
    stops.map((stop) => stop.image),
  );
  const boxesOf = Map.groupBy(boxes, (box) => box.waveId);
  const stopsOf = Map.groupBy(stops, (stop) => stop.waveId);
  const name = found.length === 1 && found[0] ? `${words('pickList')} ${found[0].number}` : words('pickList');
  return drawPdf({ name, page: A4_PAGE }, (pdf) => {
    for (const wave of found) {
      const from = pdf.bufferedPageRange().count;
      const open = (stopsOf.get(wave.id) ?? []).filter((s) => s.state === 'open' || s.state === 'done');
      const y = drawWave(pdf, ctx, wave, gather(open, wave.method === 'orders'), pictures, words);
      const below = drawRemarks(
        pdf,
        y,
        remarks.filter((one) => one.waveId === wave.id),
        () => newPage(pdf, wave, words),
        words,
      );
      drawBoxes(pdf, below, boxesOf.get(wave.id) ?? [], () => titled(pdf, wave, words), words);
      numberPages(pdf, from);
    }
  });
}

/** Pick tasks of a location and product share a row with their slots, or have a row per order. */
export function gather(
  stops: readonly Pick<Stop, 'locationCode' | 'sku' | 'nameZh' | 'nameEn' | 'image' | 'quantity' | 'picked'>[] &
    readonly { outboundId: number; slot: number | null }[],
  byOrder: boolean,
): Stop[] {
  const rows = new Map<string, Stop>();
  for (const stop of stops) {
    const key = `${byOrder ? stop.outboundId : ''}\n${stop.locationCode}\n${stop.sku}`;
    const row = rows.get(key) ?? { ...stop, quantity: 0, picked: 0, slots: [] };
    row.quantity += stop.quantity;
    row.picked += stop.picked;
    row.slots.push(stop.quantity === 1 ? `${stop.slot ?? '-'}` : `${stop.slot ?? '-'}: ${stop.quantity}`);
    rows.set(key, row);
  }
  return [...rows.values()];
}

const LEFT = 12 * MM;
const RIGHT = 198 * MM;
const COLUMNS = {
  box: LEFT,
  location: LEFT + 8 * MM,
  sku: 50 * MM,
  picture: 88 * MM,
  name: 97 * MM,
  quantity: 140 * MM,
  slots: 158 * MM,
};
const BOTTOM = 282 * MM;
const PICTURE = 7.5 * MM;

function drawWave(
  pdf: Pdf,
  ctx: Ctx,
  wave: WaveRow,
  rows: readonly Stop[],
  pictures: ReadonlyMap<string, Buffer>,
  words: (code: string) => string,
): number {
  let y = newPage(pdf, wave, words);
  for (const row of rows) {
    pdf.font('regular').fontSize(9);
    const slots = row.slots.join(' · ');
    const height = Math.max(9 * MM, pdf.heightOfString(slots, { width: RIGHT - COLUMNS.slots }) + 3 * MM);
    if (y + height > BOTTOM) y = newPage(pdf, wave, words);
    pdf
      .rect(COLUMNS.box, y + 2.5 * MM, 4 * MM, 4 * MM)
      .lineWidth(0.7)
      .stroke('#5b6470');
    pdf.font('bold').fontSize(12).fillColor('black');
    lineOfText(pdf, row.locationCode, COLUMNS.location, y + 2 * MM, COLUMNS.sku - COLUMNS.location - MM);
    lineOfText(pdf, String(row.quantity), COLUMNS.quantity, y + 2 * MM, 14 * MM, { align: 'right' });
    pdf.fontSize(10);
    lineOfText(pdf, row.sku, COLUMNS.sku, y + 2.4 * MM, COLUMNS.name - COLUMNS.sku - MM);
    pictureIn(pdf, pictures.get(row.image ?? ''), COLUMNS.picture, y + 0.75 * MM, PICTURE);
    pdf.font('regular').fontSize(9).fillColor('#333333');
    const name = nameIn(ctx.language, row);
    lineOfText(pdf, name, COLUMNS.name, y + 2.6 * MM, COLUMNS.quantity - COLUMNS.name - MM);
    pdf.text(slots, COLUMNS.slots, y + 2.6 * MM, { width: RIGHT - COLUMNS.slots });
    y += height;
    pdf.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.3).stroke('#c8cdd3');
  }
  return y;
}

/** By slot, so that sorters and packers find the order of each remark. */
function drawRemarks(
  pdf: Pdf,
  from: number,
  remarks: readonly OutboundRemark[],
  page: () => number,
  words: (code: string) => string,
): number {
  let y = from + 3 * MM;
  for (const { slot, orderNo, remark } of remarks) {
    const text = `${words('slot')} ${slot ?? '-'} · ${orderNo} · ${words('remark')} ${remark}`;
    pdf.font('regular').fontSize(9).fillColor('black');
    const height = pdf.heightOfString(text, { width: RIGHT - LEFT }) + 2 * MM;
    if (y + height > BOTTOM) {
      y = page() + 3 * MM;
      pdf.font('regular').fontSize(9).fillColor('black');
    }
    pdf.text(text, LEFT, y, { width: RIGHT - LEFT });
    y += height;
  }
  return y;
}

const CELL = { width: (RIGHT - LEFT) / 2, height: 17 * MM };

/** Each slot with its outbound number as a barcode, two abreast. */
function drawBoxes(
  pdf: Pdf,
  from: number,
  boxes: readonly WaveBox[],
  page: () => number,
  words: (code: string) => string,
): void {
  const heading = (y: number) => {
    pdf.font('bold').fontSize(10).fillColor('black');
    lineOfText(pdf, words('boxes'), LEFT, y, RIGHT - LEFT);
    return y + 8 * MM;
  };
  const room = (y: number) => y + CELL.height <= BOTTOM;
  let y = heading(room(from + 12 * MM) ? from + 4 * MM : page());
  boxes.forEach((box, i) => {
    const right = i % 2 === 1;
    if (!right && !room(y)) y = heading(page());
    drawBox(pdf, box, LEFT + (right ? CELL.width : 0), y, words);
    if (right) y += CELL.height;
  });
}

function drawBox(pdf: Pdf, box: WaveBox, x: number, y: number, words: (code: string) => string): void {
  pdf.font('bold').fontSize(20).fillColor('black');
  lineOfText(pdf, String(box.slot ?? '-'), x, y + 1.5 * MM, 14 * MM);
  code128(pdf, box.number, { x: x + 14 * MM, y, width: CELL.width - 18 * MM, height: 9 * MM });
  pdf.font('regular').fontSize(8).fillColor('#333333');
  const about = `${box.number} · ${box.orderNo} · ${words('units')} ${box.units}`;
  lineOfText(pdf, about, x + 14 * MM, y + 10 * MM, CELL.width - 18 * MM, { align: 'center' });
}

function newPage(pdf: Pdf, wave: WaveRow, words: (code: string) => string): number {
  const y = titled(pdf, wave, words);
  pdf.fontSize(8).fillColor('#5b6470');
  lineOfText(pdf, words('location'), COLUMNS.location, y, 40 * MM);
  lineOfText(pdf, 'SKU', COLUMNS.sku, y, 36 * MM);
  lineOfText(pdf, words('name'), COLUMNS.name, y, 50 * MM);
  lineOfText(pdf, words('quantity'), COLUMNS.quantity, y, 14 * MM, { align: 'right' });
  lineOfText(pdf, words('slots'), COLUMNS.slots, y, 40 * MM);
  pdf
    .moveTo(LEFT, y + 5 * MM)
    .lineTo(RIGHT, y + 5 * MM)
    .lineWidth(0.7)
    .stroke('#1b1f24');
  return y + 5 * MM;
}

/** Of one wave, from this page on: who drops a sheet sees that one is missing. */
function numberPages(pdf: Pdf, from: number): void {
  const { count } = pdf.bufferedPageRange();
  if (count - from === 1) return;
  for (let page = from; page < count; page++) {
    pdf.switchToPage(page);
    pdf.font('regular').fontSize(8).fillColor('#5b6470');
    lineOfText(pdf, `${page - from + 1} / ${count - from}`, 158 * MM, 28 * MM, 40 * MM, { align: 'right' });
  }
}

/** The head of a page. @returns where its contents begin */
function titled(pdf: Pdf, wave: WaveRow, words: (code: string) => string): number {
  pdf.addPage();
  pdf.font('bold').fontSize(16).fillColor('black');
  lineOfText(pdf, words('pickList'), LEFT, 12 * MM, 90 * MM);
  pdf.font('regular').fontSize(9).fillColor('#333333');
  const about = `${wave.warehouseName} · ${words('orders')} ${wave.orders} · ${words('units')} ${wave.units}`;
  lineOfText(pdf, about, LEFT, 21 * MM, 100 * MM);
  const picker = wave.assigneeName ? `${words('picker')} ${wave.assigneeName}` : '';
  lineOfText(pdf, [picker, words('slotsHint')].filter(Boolean).join(' · '), LEFT, 26 * MM, 100 * MM);
  code128(pdf, wave.number, { x: 118 * MM, y: 11 * MM, width: 80 * MM, height: 12 * MM });
  pdf.fontSize(9).fillColor('black');
  lineOfText(pdf, wave.number, 118 * MM, 24 * MM, 80 * MM, { align: 'center' });
  return 32 * MM;
}
