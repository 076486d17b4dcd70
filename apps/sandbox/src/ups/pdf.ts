import PDFDocument from 'pdfkit';
import { code128, groupedTracking } from './barcode.ts';
import { labelText } from './labels.ts';
import type { UpsParcel } from './shipments.ts';

async function finish(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  doc.end();
  await done;
  return Buffer.concat(parts);
}

/** The label as UPS prints it on recovery: 4 x 6 inches, the tracking number as vector Code 128. */
export async function pdfLabel(parcel: UpsParcel): Promise<Buffer> {
  const text = labelText(parcel);
  const doc = new PDFDocument({ size: [288, 432], margin: 12, info: { Title: text.tracking } });
  doc.font('Helvetica').fontSize(9);
  text.lines.forEach((line, index) => {
    doc.text(line, 12, 12 + index * 11, { lineBreak: false });
  });
  doc.font('Helvetica-Bold').fontSize(20).text(text.service, 12, 170, { lineBreak: false });
  doc
    .font('Helvetica')
    .fontSize(10)
    .text(`TRACKING #: ${groupedTracking(text.tracking)}`, 12, 195, { lineBreak: false });
  const bars = code128(text.tracking);
  const unit = 1.1;
  let x = (288 - bars.reduce((sum, bar) => sum + bar, 0) * unit) / 2;
  bars.forEach((bar, index) => {
    if (index % 2 === 0) doc.rect(x, 220, bar * unit, 95);
    x += bar * unit;
  });
  doc.fill('black');
  doc.fontSize(9).text(text.billing, 12, 335, { lineBreak: false });
  text.references.slice(0, 5).forEach((line, index) => {
    doc.text(line, 12, 350 + index * 12, { lineBreak: false });
  });
  return finish(doc);
}

/** The commercial invoice that comes back when international forms were asked for. */
export async function pdfInvoice(parcel: UpsParcel, lines: string[]): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'LETTER', margin: 48, info: { Title: `Invoice ${parcel.tracking}` } });
  doc.fontSize(16).text('COMMERCIAL INVOICE').fontSize(10).moveDown();
  for (const line of [...labelText(parcel).lines, '', ...lines]) doc.text(line || ' ');
  return finish(doc);
}
