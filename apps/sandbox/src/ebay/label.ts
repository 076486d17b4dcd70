import PDFDocument from 'pdfkit';
import type { Address } from '../world/addresses.ts';

/** A label of eDIS as it is printed: 10 x 15 cm. */
export function labelPdf(trackingNumber: string, service: string, to: Address): Promise<Buffer> {
  return drawn(new PDFDocument({ size: [283, 425], margin: 14, info: { Title: trackingNumber } }), (doc) => {
    doc.font('Helvetica-Bold').fontSize(16).text('SpeedPAK').font('Helvetica').fontSize(10).text(service).moveDown();
    const lines = [to.name, to.line1, to.line2, `${to.city} ${to.state} ${to.postalCode}`, to.country, to.phone];
    for (const line of lines) if (line.trim()) doc.text(line);
    doc.moveDown().fontSize(14).text(trackingNumber);
  });
}

/** What the driver signs. */
export function handoverPdf(trackingNumbers: readonly string[]): Promise<Buffer> {
  return drawn(new PDFDocument({ size: 'A4', margin: 40, info: { Title: trackingNumbers.join(' ') } }), (doc) => {
    doc.font('Helvetica-Bold').fontSize(16).text('SpeedPAK handover sheet').font('Helvetica').fontSize(10).moveDown();
    for (const [at, number] of trackingNumbers.entries()) doc.text(`${at + 1}  ${number}`);
  });
}

async function drawn(doc: InstanceType<typeof PDFDocument>, draw: (doc: InstanceType<typeof PDFDocument>) => void) {
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  draw(doc);
  doc.end();
  await done;
  return Buffer.concat(parts);
}
