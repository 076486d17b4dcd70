import PDFDocument from 'pdfkit';
import type { SandboxOrder } from '../world/orders.ts';
import type { TtsPackage } from './packages.ts';

/** A label of A6, for whoever prints it in a trial. */
export async function labelPdf(order: SandboxOrder, made: TtsPackage): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'A6', margin: 18, info: { Title: made.tracking } });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  const { address } = order;
  doc.font('Helvetica-Bold').fontSize(14).text('TIKTOK SHIPPING').moveDown(0.5);
  doc.font('Helvetica').fontSize(10);
  for (const line of ['SHIP TO:', address.name, address.line1, address.line2].filter(Boolean)) doc.text(line);
  doc.text(`${address.city} ${address.state} ${address.postalCode} ${address.country}`).moveDown();
  doc.font('Helvetica-Bold').fontSize(13).text(`TRACKING # ${made.tracking}`);
  doc
    .font('Helvetica')
    .fontSize(9)
    .text(`Order ${made.orderIds.join(', ')} · package ${made.id}`);
  doc.end();
  await done;
  return Buffer.concat(parts);
}
