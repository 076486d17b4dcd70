import PDFDocument from 'pdfkit';
import type { Address } from '../world/people.ts';

/** A label of eDIS as it is printed: 10 x 15 cm. */
export async function labelPdf(trackingNumber: string, service: string, to: Address): Promise<Buffer> {
  const doc = new PDFDocument({ size: [283, 425], margin: 14, info: { Title: trackingNumber } });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  doc.font('Helvetica-Bold').fontSize(16).text('SpeedPAK').font('Helvetica').fontSize(10).text(service).moveDown();
  const lines = [to.name, to.line1, to.line2, `${to.city} ${to.state} ${to.postalCode}`, to.country, to.phone];
  for (const line of lines) if (line.trim()) doc.text(line);
  doc.moveDown().fontSize(14).text(trackingNumber);
  doc.end();
  await done;
  return Buffer.concat(parts);
}
