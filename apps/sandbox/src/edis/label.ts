import PDFDocument from 'pdfkit';
import { at, list, text } from '../http/types.ts';
import { drawBars } from '../kit/label.ts';
import type { Package } from './packages.ts';
import { SERVICES } from './tariff.ts';

/** 10 x 15 cm in points. */
const WIDTH = 283;
const HEIGHT = 425;
const MARGIN = 12;
const BARS = { left: 2 * MARGIN, width: WIDTH - 4 * MARGIN, height: 80 };

async function drawn(number: string, draw: (line: (words: string, y: number, size: number) => void) => void) {
  const doc = new PDFDocument({ size: [WIDTH, HEIGHT], margin: MARGIN, info: { Title: number } });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  draw((words, y, size) => {
    doc.font('Helvetica').fontSize(size).text(words, MARGIN, y, { lineBreak: false });
  });
  drawBars(doc, number, { ...BARS, top: 190 });
  doc.end();
  await done;
  return Buffer.concat(parts);
}

export function drawPackage(one: Package): Promise<Buffer> {
  const field = (name: string) => text(at(one.info, 'shipToAddress', name));
  return drawn(one.tracking, (line) => {
    line(`SpeedPAK  ${SERVICES.find(({ id }) => id === one.service)?.en ?? ''}`, MARGIN, 14);
    const to = [
      ...['contact', 'street1', 'street2', 'street3'].map(field),
      `${field('city')} ${field('province')} ${field('postcode')}`,
      ...['countryCode', 'phone'].map(field),
    ];
    for (const [index, words] of to.filter((each) => each.trim()).entries()) line(words, 45 + index * 14, 10);
    line(one.tracking, 280, 12);
    line(`Ref ${one.comment}  ${one.grams} g`, 300, 9);
    for (const [index, item] of list(one.info.items).slice(0, 4).entries())
      line(`${text(at(item, 'postedQuantity'))} x ${text(at(item, 'sku', 'nameEn'))}`, 320 + index * 12, 8);
  });
}

export const drawBundle = (id: string, numbers: readonly string[]): Promise<Buffer> =>
  drawn(id, (line) => {
    line('SpeedPAK bundle', MARGIN, 14);
    line(`${id}  ${numbers.length} parcels`, 45, 10);
  });
