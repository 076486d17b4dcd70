import PDFDocument from 'pdfkit';
import { at, list, text } from '../http/types.ts';
import { drawBars } from '../kit/label.ts';
import type { Waybill } from './waybills.ts';

const POINTS_PER_MM = 72 / 25.4;
const WIDTH = 100 * POINTS_PER_MM;
const HEIGHT = 100 * POINTS_PER_MM;
const MARGIN = 12;
const BARS = { top: 150, height: 70 };

/** 100 x 100 mm, with the waybill number as vector Code 128. */
export async function drawWaybill(one: Waybill): Promise<Buffer> {
  const doc = new PDFDocument({ size: [WIDTH, HEIGHT], margin: MARGIN, info: { Title: one.number } });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  const line = (words: string, y: number, size: number) =>
    doc.font('Helvetica').fontSize(size).text(words, MARGIN, y, { lineBreak: false });
  const field = (name: string) => text(at(one.receiver, name));
  line(`Yanwen  ${one.channel}  ${one.country}`, MARGIN, 14);
  const to = [
    field('name'),
    field('address'),
    `${field('city')} ${field('state')} ${field('zipCode')}`,
    field('phone'),
  ];
  for (const [index, words] of to.entries()) line(words, 40 + index * 13, 10);
  drawBars(doc, one.number, { ...BARS, left: 2 * MARGIN, width: WIDTH - 4 * MARGIN });
  line(one.number, 226, 13);
  line(`Ref ${one.reference}  ${one.grams} g`, 244, 8);
  for (const [index, row] of list(at(one.parcel, 'productList')).slice(0, 2).entries())
    line(`${text(at(row, 'quantity'))} x ${text(at(row, 'goodsNameEn'))}`, 256 + index * 10, 7);
  doc.end();
  await done;
  return Buffer.concat(parts);
}
