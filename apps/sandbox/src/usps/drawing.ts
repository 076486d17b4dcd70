import bwipjs from 'bwip-js/node';
import PDFDocument from 'pdfkit';
import type { Piece } from './desk.ts';

const MARGIN = 12;

async function drawn(size: [number, number], title: string, draw: (doc: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const doc = new PDFDocument({ size, margin: MARGIN, info: { Title: title } });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  draw(doc);
  doc.end();
  await done;
  return Buffer.concat(parts);
}

/** `^FNC1` stands for the sign that begins and parts the identifiers of GS1. */
function bars(doc: PDFKit.PDFDocument, text: string, top: number, width: number): void {
  const [symbol] = bwipjs.raw({ bcid: 'code128', text, parsefnc: true });
  if (!symbol || !('sbs' in symbol)) throw new Error('not a linear symbol');
  const widths = Array.from(symbol.sbs as ArrayLike<number>);
  const unit = (width - 6 * MARGIN) / widths.reduce((sum, one) => sum + one, 0);
  let x = 3 * MARGIN;
  widths.forEach((one, index) => {
    if (index % 2 === 0) doc.rect(x, top, one * unit, 80);
    x += one * unit;
  });
  doc.fill('black');
}

const line = (doc: PDFKit.PDFDocument, words: string, y: number, size: number) =>
  doc.font('Helvetica').fontSize(size).text(words, MARGIN, y, { lineBreak: false });

/** 4 x 6 inches. Inside of the United States the barcode tells the ZIP code (420) and the number. */
export async function drawPiece(one: Piece): Promise<Buffer> {
  const { from, to, number } = one;
  return drawn([288, 432], number, (doc) => {
    line(doc, one.mailClass.name.toUpperCase(), MARGIN, 15);
    const lines = [
      ...[from.name, ...from.lines, `${from.city} ${from.state} ${from.zip}`, 'SHIP TO:'],
      ...[to.name, ...to.lines, `${to.city} ${to.state} ${to.zip}`, to.country],
    ];
    lines.filter(Boolean).forEach((words, index) => {
      line(doc, words, 44 + index * 13, 10);
    });
    bars(doc, one.kind === 'international' ? number : `^FNC1420${to.zip}^FNC1${number}`, 230, 288);
    line(doc, 'USPS TRACKING # USPS Ship', 214, 10);
    line(doc, number.replace(/(\d{4})(?=\d)/g, '$1 '), 316, 13);
    line(doc, one.customer, 340, 9);
  });
}

/** PS Form 5630 on a page of 8.5 x 11 inches. */
export async function drawScanForm(number: string, numbers: readonly string[]): Promise<Buffer> {
  return drawn([612, 792], number, (doc) => {
    line(doc, 'PS Form 5630: Shipment Confirmation Acceptance Notice', 40, 16);
    bars(doc, number, 340, 612);
    line(doc, number, 430, 14);
    line(doc, `Total pieces: ${numbers.length}`, 80, 12);
  });
}
