import type { CustomsCategory } from '@tradewind/contract/orders.ts';
import { ruleBroken } from '../../../core/errors.ts';
import { lineOfText, MM, type Pdf } from '../../../core/pdf.ts';

/** A place on a form, in millimetres. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
/** English and French, as on all forms of the Universal Postal Union. */
export type Caption = readonly [en: string, fr: string];
const PAD = 1;

export const both = ([en, fr]: Caption) => (en === fr ? en : `${en} / ${fr}`);

/** The outline of a place and its caption, small at the top. */
export function outline(pdf: Pdf, { x, y, width, height }: Box, caption?: Caption): void {
  pdf
    .rect(x * MM, y * MM, width * MM, height * MM)
    .lineWidth(0.5)
    .stroke('black');
  if (!caption) return;
  pdf.font('regular').fontSize(5.2).fillColor('#333333');
  pdf.text(both(caption), (x + PAD) * MM, (y + 0.6) * MM, { width: (width - 2 * PAD) * MM, lineGap: -0.6 });
  pdf.fillColor('black');
}

/** One line of what is declared, at the foot of its place. */
export function value(pdf: Pdf, box: Box, text: string, align: 'left' | 'right' = 'left', size = 8): void {
  pdf.font('bold').fontSize(size);
  const y = (box.y + box.height) * MM - pdf.currentLineHeight(true) - 0.4 * MM;
  lineOfText(pdf, text, (box.x + PAD) * MM, y, (box.width - 2 * PAD) * MM, { align });
}

/** What goods are: a long text takes two small lines, and is cut only behind them. */
export function described(pdf: Pdf, box: Box, text: string, size: number): void {
  const width = (box.width - 2 * PAD) * MM;
  if (pdf.font('bold').fontSize(size).widthOfString(text) <= width) value(pdf, box, text, 'left', size);
  else
    pdf
      .font('bold')
      .fontSize(5)
      .text(text, (box.x + PAD) * MM, (box.y + 0.1) * MM, {
        width,
        height: 2.2 * pdf.currentLineHeight(true),
        lineGap: -1.6,
        ellipsis: true,
      });
}

const SIZES = [8.5, 8, 7.5, 7, 6.5, 6, 5.5, 5];
/** Several lines below a caption: they shrink, and are never cut. @throws logistics.addressTooLong */
export function lines(pdf: Pdf, { x, y, width, height }: Box, text: string, top = 3.4): void {
  pdf.font('regular');
  const room = { width: (width - 2 * PAD) * MM, lineGap: -1 };
  const size = SIZES.find((points) => pdf.fontSize(points).heightOfString(text, room) <= (height - top) * MM);
  if (size === undefined) throw ruleBroken('logistics.addressTooLong');
  pdf.fontSize(size).text(text, (x + PAD) * MM, (y + top) * MM, room);
}

export const CATEGORIES: Readonly<Record<CustomsCategory, Caption>> = {
  gift: ['Gift', 'Cadeau'],
  sample: ['Commercial sample', 'Échantillon commercial'],
  documents: ['Documents', 'Documents'],
  returned: ['Returned goods', 'Retour de marchandise'],
  sale: ['Sale of goods', 'Vente de marchandises'],
  other: ['Other', 'Autre'],
};

/** The boxes to tick, in columns. */
export function categories(pdf: Pdf, box: Box, ticked: CustomsCategory, columns: number, top: number): void {
  const all = Object.entries(CATEGORIES);
  const rows = Math.ceil(all.length / columns);
  const width = box.width / columns;
  const height = (box.height - top) / rows;
  for (const [at, [category, caption]] of all.entries()) {
    const x = box.x + PAD + (at % columns) * width;
    const y = box.y + top + Math.floor(at / columns) * height;
    const [left, up, side] = [x * MM, y * MM, 2.4 * MM];
    pdf.rect(left, up, side, side).lineWidth(0.5).stroke('black');
    if (category === ticked)
      pdf
        .moveTo(left, up)
        .lineTo(left + side, up + side)
        .moveTo(left + side, up)
        .lineTo(left, up + side)
        .lineWidth(1)
        .stroke('black');
    pdf.font('regular').fontSize(5.4);
    const [en, fr] = caption;
    const text = columns > 1 && en !== fr ? `${en} /\n${fr}` : both(caption);
    pdf.text(text, (x + 3.2) * MM, (y + 0.1) * MM, { width: (width - 4) * MM, lineGap: -0.8 });
  }
}
