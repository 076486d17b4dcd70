import PDFDocument from 'pdfkit';
import { drawBars } from '../kit/label.ts';
import type { Piece } from './shipments.ts';
import { isGround, SERVICES } from './tariff.ts';

async function finish(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  doc.end();
  await done;
  return Buffer.concat(parts);
}

/** 34 digits whose last twelve are the tracking number. Source: the example of a string barcode in FedEx's answers. */
export const barcodeOf = ({ tracking, service }: Piece): string =>
  `${isGround(service) ? '9622001900' : '1010062512'}${'0'.repeat(12)}${tracking}`;

/** 4 x 6 inches. */
export async function drawLabel(piece: Piece, place: string): Promise<Buffer> {
  const { from, to, tracking, service, reference, lbs } = piece;
  const doc = new PDFDocument({ size: [288, 432], margin: 12, info: { Title: tracking } });
  const line = (words: string, y: number, size: number) =>
    doc.font('Helvetica').fontSize(size).text(words, 12, y, { lineBreak: false });
  const party = (one: typeof from) => [
    one.name,
    ...one.lines,
    `${one.place.city} ${one.place.state} ${one.place.zip} ${one.place.country}`,
  ];
  [...party(from), '', 'TO', ...party(to)].forEach((words, index) => {
    if (words) line(words, 12 + index * 12, 9);
  });
  line(SERVICES[service]?.name.replace('®', '') ?? service, 175, 16);
  line(`${place}  ${lbs.toFixed(1)} LB  REF ${reference}`, 197, 9);
  line(`TRK# ${tracking.replace(/(\d{4})(?=\d)/g, '$1 ')}`, 215, 14);
  drawBars(doc, barcodeOf(piece), { left: 18, top: 300, width: 252, height: 80 });
  return finish(doc);
}

export async function drawPaper(title: string, lines: readonly string[]): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'LETTER', margin: 48, info: { Title: title } });
  doc.fontSize(16).text(title).fontSize(10).moveDown();
  for (const words of lines) doc.text(words || ' ');
  return finish(doc);
}
