import PDFDocument from 'pdfkit';
import { code128 } from '../ups/barcode.ts';
import type { SandboxOrder } from '../world/orders.ts';

const UNIT = 1.1;
const WIDTH = 297;

/** Labels of A6, one a page. The address stands on them in full: only the courier reads it. */
export async function drawLabel(
  carrier: string,
  labels: readonly { order: SandboxOrder; tracking: string }[],
): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'A6', margin: 14, autoFirstPage: false, info: { Title: 'AWB' } });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  for (const { order, tracking } of labels) {
    doc.addPage();
    doc.font('Helvetica-Bold').fontSize(15).text(carrier, 14, 14, { lineBreak: false });
    const bars = code128(tracking);
    let x = (WIDTH - bars.reduce((sum, bar) => sum + bar, 0) * UNIT) / 2;
    bars.forEach((bar, index) => {
      if (index % 2 === 0) doc.rect(x, 44, bar * UNIT, 60);
      x += bar * UNIT;
    });
    doc.fill('black').font('Helvetica').fontSize(10);
    const { name, line1, city, phone } = order.address;
    [tracking, `Order ${order.id}`, '', name, line1, city, phone].forEach((line, index) => {
      doc.text(line, 14, 116 + index * 14, { lineBreak: false });
    });
  }
  doc.end();
  await done;
  return Buffer.concat(parts);
}
