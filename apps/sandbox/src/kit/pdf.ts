import PDFDocument from 'pdfkit';

/** Pages of A6 with lines of text on them, for whoever prints them in a trial. */
export async function pdfOf(pages: readonly (readonly string[])[]): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'A6', margin: 18, autoFirstPage: false });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  for (const lines of pages) {
    doc.addPage();
    for (const line of lines) doc.fontSize(14).text(line);
  }
  doc.end();
  await done;
  return Buffer.concat(parts);
}
