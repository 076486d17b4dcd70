import PDFDocument from 'pdfkit';
import { code128 } from '../ups/barcode.ts';
import type { SandboxOrder } from '../world/orders.ts';

/** A label of A6, for whoever prints it in a trial. */
export async function drawLabel(brand: string, order: SandboxOrder, tracking: string): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'A6', margin: 18, info: { Title: tracking } });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  const { address } = order;
  doc.font('Helvetica-Bold').fontSize(14).text(brand).moveDown(0.5);
  doc.font('Helvetica').fontSize(10);
  for (const line of ['SHIP TO:', address.name, address.line1, address.line2].filter(Boolean)) doc.text(line);
  doc.text(`${address.city} ${address.state} ${address.postalCode} ${address.country}`).moveDown();
  doc.font('Helvetica-Bold').fontSize(13).text(`TRACKING # ${tracking}`);
  doc.font('Helvetica').fontSize(9).text(`Order ${order.id}`);
  doc.end();
  await done;
  return Buffer.concat(parts);
}

/** A number as vector Code 128, its bars in points from the left and the top of the page. */
export function drawBars(
  doc: PDFKit.PDFDocument,
  number: string,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): void {
  const bars = code128(number);
  const unit = width / bars.reduce((sum, bar) => sum + bar, 0);
  let x = left;
  for (const [index, bar] of bars.entries()) {
    if (index % 2 === 0) doc.rect(x, top, bar * unit, height);
    x += bar * unit;
  }
  doc.fill('black');
}
