import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { A4_PAGE, code128, drawPdf, lineOfText, MM, type Pdf } from '../../../core/pdf.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { counts } from './list.ts';
import { goodsOf, placesOf } from './read.ts';
import { seesBooks } from './shows-books.ts';

const LEFT = 12 * MM;
const RIGHT = 198 * MM;
const BOTTOM = 280 * MM;
const ROW = 8 * MM;
const AT = { location: LEFT, sku: 46 * MM, name: 86 * MM, books: 146 * MM, counted: 168 * MM };

/** Count sheet for pen and paper: locations along the pick path, one row per product, and a blank row for others. */
export async function countSheet(app: App, ctx: Ctx, id: number): Promise<FileAnswer> {
  const { count, places, goods, sees } = await app.database.inCompany(ctx, async (tx) => {
    const count = await counts.one(tx, id);
    const places = await placesOf(tx, id, false);
    const ids = places.map((place) => place.locationId);
    return {
      count,
      places,
      goods: await goodsOf(tx, id, ids),
      sees: seesBooks(tx, count) && !count.blind,
    };
  });
  const words = (code: string) => say(ctx.language, `warehouse.print.${code}`);
  const goodsAt = Map.groupBy(goods, (one) => one.locationId);
  return drawPdf({ name: `${words('countSheet')} ${count.number}`, page: A4_PAGE }, (pdf) => {
    const page = () => newPage(pdf, count, words, sees);
    let y = page();
    for (const { locationId, code } of places) {
      const rows = goodsAt.get(locationId) ?? [];
      for (const [i, row] of [...rows, undefined].entries()) {
        if (y + ROW > BOTTOM) y = page();
        pdf.font('bold').fontSize(10).fillColor('black');
        if (i === 0) lineOfText(pdf, code, AT.location, y + 2 * MM, AT.sku - AT.location - MM);
        if (row) lineOfText(pdf, row.sku, AT.sku, y + 2 * MM, AT.name - AT.sku - MM);
        pdf.font('regular').fontSize(9).fillColor('#333333');
        const name = row ? nameIn(ctx.language, row) : words('blankRows');
        if (!row) pdf.fillColor('#8a929c');
        lineOfText(pdf, name, row ? AT.name : AT.sku, y + 2 * MM, AT.books - AT.name - MM);
        if (row && sees) lineOfText(pdf, String(row.onHand), AT.books, y + 2 * MM, 16 * MM, { align: 'right' });
        pdf
          .rect(AT.counted, y + MM, RIGHT - AT.counted, ROW - 2 * MM)
          .lineWidth(0.5)
          .stroke('#5b6470');
        y += ROW;
      }
      pdf.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.3).stroke('#c8cdd3');
    }
  });
}

function newPage(
  pdf: Pdf,
  count: { number: string; warehouseName: string; locations: number },
  words: (code: string) => string,
  sees: boolean,
): number {
  pdf.addPage();
  pdf.font('bold').fontSize(16).fillColor('black');
  lineOfText(pdf, words('countSheet'), LEFT, 12 * MM, 90 * MM);
  pdf.font('regular').fontSize(9).fillColor('#333333');
  lineOfText(pdf, count.warehouseName, LEFT, 21 * MM, 100 * MM);
  lineOfText(pdf, `${words('counter')} ____________________`, LEFT, 26 * MM, 100 * MM);
  code128(pdf, count.number, { x: 118 * MM, y: 11 * MM, width: 80 * MM, height: 12 * MM });
  pdf.fontSize(9).fillColor('black');
  lineOfText(pdf, count.number, 118 * MM, 24 * MM, 80 * MM, { align: 'center' });
  const y = 32 * MM;
  pdf.fontSize(8).fillColor('#5b6470');
  lineOfText(pdf, words('location'), AT.location, y, 30 * MM);
  lineOfText(pdf, 'SKU', AT.sku, y, 36 * MM);
  lineOfText(pdf, words('name'), AT.name, y, 50 * MM);
  if (sees) lineOfText(pdf, words('onHand'), AT.books, y, 16 * MM, { align: 'right' });
  lineOfText(pdf, words('counted'), AT.counted, y, 26 * MM);
  pdf
    .moveTo(LEFT, y + 5 * MM)
    .lineTo(RIGHT, y + 5 * MM)
    .lineWidth(0.7)
    .stroke('#1b1f24');
  return y + 5 * MM;
}
