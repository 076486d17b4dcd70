import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { A4_PAGE, code128, drawPdf, lineOfText, MM, type Pdf } from '../../../core/pdf.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { transfers } from './list.ts';
import { partsOf, shownLines } from './read.ts';

const LEFT = 12 * MM;
const RIGHT = 198 * MM;
const BOTTOM = 280 * MM;
const ROW = 9 * MM;
const AT = { sku: LEFT, name: 58 * MM, place: 118 * MM, batch: 148 * MM, quantity: 180 * MM };

interface Row {
  sku: string;
  nameZh: string;
  nameEn: string;
  place: string;
  batch: string;
  quantity: number;
}

/** The note of a shipment has a code by which the receiver receives all of it. Without a part it shows the plan. */
export async function transferNote(app: App, ctx: Ctx, id: number, part: number | undefined): Promise<FileAnswer> {
  const { transfer, parts, lines } = await app.database.inCompany(ctx, async (tx) => ({
    transfer: await transfers.one(tx, id),
    parts: await partsOf(tx, id),
    lines: await shownLines(tx, id),
  }));
  const words = (code: string) => say(ctx.language, `warehouse.print.${code}`);
  const chosen = parts.find((one) => one.part === part);
  const code = chosen ? `${transfer.number}-${chosen.part}` : transfer.number;
  const rows: Row[] = chosen
    ? chosen.lines.map((line) => ({ ...line, place: line.locationCode, batch: line.batchCode ?? '' }))
    : lines.map((line) => ({ ...line, place: '', batch: '' }));
  return drawPdf({ name: `${words('transferNote')} ${code}`, page: A4_PAGE }, (pdf) =>
    drawGoods(pdf, ctx, {
      title: words('transferNote'),
      code,
      facts: [
        [words('from'), transfer.fromName],
        [words('to'), transfer.toName],
      ],
      rows,
      signed: words('signed'),
    }),
  );
}

interface GoodsPaper {
  title: string;
  /** The document's number, also as a barcode. */
  code: string;
  /** Two of them. */
  facts: readonly (readonly [string, string])[];
  rows: readonly Row[];
  /** What the line for a signature says. */
  signed: string;
}

/** A paper of goods on as many pages as they need: head, lines, sum, signature. */
export function drawGoods(pdf: Pdf, ctx: Ctx, paper: GoodsPaper): void {
  const words = (code: string) => say(ctx.language, `warehouse.print.${code}`);
  let y = newPage(pdf, paper, words);
  for (const row of paper.rows) {
    if (y + ROW > BOTTOM) y = newPage(pdf, paper, words);
    pdf.font('bold').fontSize(10).fillColor('black');
    lineOfText(pdf, row.sku, AT.sku, y + 2.4 * MM, AT.name - AT.sku - MM);
    lineOfText(pdf, String(row.quantity), AT.quantity, y + 2.4 * MM, RIGHT - AT.quantity, { align: 'right' });
    pdf.font('regular').fontSize(9).fillColor('#333333');
    const name = nameIn(ctx.language, row);
    lineOfText(pdf, name, AT.name, y + 2.6 * MM, AT.place - AT.name - MM);
    lineOfText(pdf, row.place, AT.place, y + 2.6 * MM, AT.batch - AT.place - MM);
    lineOfText(pdf, row.batch, AT.batch, y + 2.6 * MM, AT.quantity - AT.batch - MM);
    y += ROW;
    pdf.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.3).stroke('#c8cdd3');
  }
  pdf.font('bold').fontSize(10).fillColor('black');
  const sum = paper.rows.reduce((total, row) => total + row.quantity, 0);
  lineOfText(pdf, `${words('units')} ${sum}`, AT.batch, y + 3 * MM, RIGHT - AT.batch, { align: 'right' });
  pdf.font('regular').fontSize(9).fillColor('#333333');
  lineOfText(pdf, `${paper.signed} ____________________`, LEFT, y + 3 * MM, 100 * MM);
}

function newPage(pdf: Pdf, paper: GoodsPaper, words: (code: string) => string): number {
  pdf.addPage();
  pdf.font('bold').fontSize(16).fillColor('black');
  lineOfText(pdf, paper.title, LEFT, 12 * MM, 90 * MM);
  pdf.font('regular').fontSize(10).fillColor('#333333');
  for (const [i, [name, value]] of paper.facts.entries())
    lineOfText(pdf, `${name}  ${value}`, LEFT, (21 + 5.5 * i) * MM, 100 * MM);
  code128(pdf, paper.code, { x: 118 * MM, y: 11 * MM, width: 80 * MM, height: 12 * MM });
  pdf.fontSize(9).fillColor('black');
  lineOfText(pdf, paper.code, 118 * MM, 24 * MM, 80 * MM, { align: 'center' });
  const y = 34 * MM;
  pdf.fontSize(8).fillColor('#5b6470');
  lineOfText(pdf, 'SKU', AT.sku, y, 40 * MM);
  lineOfText(pdf, words('name'), AT.name, y, 50 * MM);
  lineOfText(pdf, words('location'), AT.place, y, 28 * MM);
  lineOfText(pdf, words('batch'), AT.batch, y, 28 * MM);
  lineOfText(pdf, words('quantity'), AT.quantity, y, RIGHT - AT.quantity, { align: 'right' });
  pdf
    .moveTo(LEFT, y + 5 * MM)
    .lineTo(RIGHT, y + 5 * MM)
    .lineWidth(0.7)
    .stroke('#1b1f24');
  return y + 5 * MM;
}
