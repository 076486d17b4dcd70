import PDFDocument from 'pdfkit';
import { at, list, text } from '../http/types.ts';
import { drawBars } from '../kit/label.ts';
import type { Waybill } from './waybills.ts';

const POINTS_PER_MM = 72 / 25.4;
const WIDTH = 100 * POINTS_PER_MM;
const HEIGHT = 150 * POINTS_PER_MM;
const MARGIN = 12;
const BARS = { left: 2 * MARGIN, width: WIDTH - 4 * MARGIN, height: 90 };

/** 100 x 150 mm, with the tracking number, or the waybill's where there is none, as vector Code 128. */
export async function drawWaybill(one: Waybill): Promise<Buffer> {
  const number = one.tracking || one.waybill;
  const doc = new PDFDocument({ size: [WIDTH, HEIGHT], margin: MARGIN, info: { Title: number } });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  const line = (words: string, y: number, size: number) =>
    doc.font('Helvetica').fontSize(size).text(words, MARGIN, y, { lineBreak: false });
  const field = (name: string) => text(at(one.receiver, name));
  line(`YunExpress  ${one.product}  ${one.country}`, MARGIN, 14);
  const to = [
    `${field('first_name')} ${field('last_name')}`,
    ...list(at(one.receiver, 'address_lines')).map(text),
    `${field('city')} ${field('province')} ${field('postal_code')}`,
    one.country,
    field('phone_number'),
  ];
  to.filter(Boolean).forEach((words, index) => {
    line(words, 45 + index * 14, 10);
  });
  drawBars(doc, number, { ...BARS, top: 190 });
  line(number, 290, 14);
  line(`Waybill ${one.waybill}`, 320, 9);
  line(`Ref ${one.reference}  ${(one.grams / 1000).toFixed(3)} kg`, 334, 9);
  one.declarations.slice(0, 4).forEach((row, index) => {
    line(`${text(at(row, 'quantity'))} x ${text(at(row, 'name_en'))}`, 352 + index * 12, 8);
  });
  doc.end();
  await done;
  return Buffer.concat(parts);
}
