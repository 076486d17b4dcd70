import PDFDocument from 'pdfkit';
import { at, text } from '../http/types.ts';
import { drawBars } from '../kit/label.ts';
import type { Shipment } from './shipments.ts';

const WIDTH = 4 * 72;
const HEIGHT = 6 * 72;
const MARGIN = 12;
const BARS = { left: 2 * MARGIN, width: WIDTH - 4 * MARGIN, height: 90 };

async function drawn(title: string, draw: (doc: PDFKit.PDFDocument, line: Line) => void): Promise<Buffer> {
  const doc = new PDFDocument({ size: [WIDTH, HEIGHT], margin: MARGIN, info: { Title: title } });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  draw(doc, (words, y, size) => doc.font('Helvetica').fontSize(size).text(words, MARGIN, y, { lineBreak: false }));
  doc.end();
  await done;
  return Buffer.concat(parts);
}
type Line = (words: string, y: number, size: number) => void;

function linesOf(party: unknown): string[] {
  const address = at(party, 'postalAddress');
  const field = (name: string) => text(at(address, name));
  return [
    text(at(party, 'contactInformation', 'companyName')),
    field('addressLine1'),
    field('addressLine2'),
    `${field('postalCode')} ${field('cityName')} ${field('countryCode')}`,
  ].filter(Boolean);
}

/** 4 x 6 inches, with the waybill's number as vector Code 128; the waybill that the archive keeps looks the same. */
export function drawLabel(one: Shipment, index: number): Promise<Buffer> {
  const { awb, product, pieces, reference } = one;
  return drawn(awb, (doc, line) => {
    line(`DHL EXPRESS  ${product}`, MARGIN, 16);
    linesOf(one.shipper).forEach((words, row) => {
      line(words, 40 + row * 11, 8);
    });
    linesOf(one.receiver).forEach((words, row) => {
      line(words, 100 + row * 15, 11);
    });
    drawBars(doc, awb, { ...BARS, top: 200 });
    line(`WAYBILL ${awb}`, 300, 12);
    line(`Ref ${reference}   Pce ${index + 1}/${pieces.length}`, 320, 9);
    line(`${pieces[index]?.number ?? ''}   ${pieces[index]?.kg ?? 0} kg`, 340, 9);
  });
}

export function drawInvoice(one: Shipment): Promise<Buffer> {
  return drawn(`Invoice ${one.awb}`, (_doc, line) => {
    line('COMMERCIAL INVOICE', MARGIN, 14);
    line(`Waybill ${one.awb}`, 40, 9);
    one.lines.forEach((words, row) => {
      line(words, 60 + row * 12, 8);
    });
  });
}
