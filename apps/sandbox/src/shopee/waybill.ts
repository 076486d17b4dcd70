import PDFDocument from 'pdfkit';
import { code128 } from '../ups/barcode.ts';
import type { SandboxOrder } from '../world/orders.ts';

const UNIT = 1.2;
const WIDTH = 283;

/** Air waybills of 10 x 15 cm, one a page. Names stand on them in full: only the courier reads them. */
export async function drawWaybill(labels: readonly { order: SandboxOrder; tracking: string }[]): Promise<Buffer> {
  const doc = new PDFDocument({ size: [WIDTH, 425], margin: 12, autoFirstPage: false, info: { Title: 'Air waybill' } });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  for (const { order, tracking } of labels) {
    doc.addPage();
    doc.font('Helvetica-Bold').fontSize(16).text('SPX Express', 12, 14, { lineBreak: false });
    const bars = code128(tracking);
    let x = (WIDTH - bars.reduce((sum, bar) => sum + bar, 0) * UNIT) / 2;
    bars.forEach((bar, index) => {
      if (index % 2 === 0) doc.rect(x, 48, bar * UNIT, 70);
      x += bar * UNIT;
    });
    doc.fill('black').font('Helvetica').fontSize(10);
    const lines = [
      tracking,
      `Order ${order.id}`,
      '',
      order.address.name,
      order.address.line1,
      'Singapore',
      order.address.phone,
    ];
    lines.forEach((line, index) => {
      doc.text(line, 12, 130 + index * 14, { lineBreak: false });
    });
  }
  doc.end();
  await done;
  return Buffer.concat(parts);
}
