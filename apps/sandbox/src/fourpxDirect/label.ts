import PDFDocument from 'pdfkit';
import { at, text } from '../http/types.ts';
import { code128 } from '../ups/barcode.ts';
import type { Consignment } from './consignments.ts';

const POINTS_PER_MM = 72 / 25.4;
const WIDTH = 100 * POINTS_PER_MM;
const MARGIN = 12;

/** 100 mm wide and so long, with the number that the last mile or else 4PX scans, as vector Code 128. */
export async function drawConsignment(one: Consignment, longMm: number): Promise<Buffer> {
  const number = one.channelNo || one.number;
  const doc = new PDFDocument({ size: [WIDTH, longMm * POINTS_PER_MM], margin: MARGIN, info: { Title: number } });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  const line = (words: string, y: number, size: number) =>
    doc.font('Helvetica').fontSize(size).text(words, MARGIN, y, { lineBreak: false });
  const field = (name: string) => text(at(one.recipient, name));
  line(`4PX  ${one.product}  ${one.country}`, MARGIN, 14);
  const to = [
    `${field('first_name')} ${field('last_name')}`,
    field('street'),
    `${field('city')} ${field('state')} ${field('post_code')}`,
    field('phone'),
  ];
  to.filter(Boolean).forEach((words, index) => {
    line(words, 40 + index * 13, 10);
  });
  const bars = code128(number);
  const unit = (WIDTH - 4 * MARGIN) / bars.reduce((sum, bar) => sum + bar, 0);
  let x = 2 * MARGIN;
  bars.forEach((bar, index) => {
    if (index % 2 === 0) doc.rect(x, 110, bar * unit, 80);
    x += bar * unit;
  });
  doc.fill('black');
  line(number, 200, 14);
  line(`${one.number}  Ref ${one.reference}  ${one.grams} g`, 222, 8);
  one.declarations.slice(0, 3).forEach((row, index) => {
    line(
      `${text(at(row, 'declare_product_code_qty'))} x ${text(at(row, 'declare_product_name_en'))}`,
      236 + index * 11,
      8,
    );
  });
  doc.end();
  await done;
  return Buffer.concat(parts);
}
