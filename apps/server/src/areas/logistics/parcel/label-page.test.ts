import { describe, expect, it } from 'vitest';
import { code128, drawPdf, MM } from '../../../core/pdf.ts';
import { scanPages } from '../testing/scan.ts';
import { fitLabels } from './label-page.ts';

const INCH_MM = 25.4;

/** A label with its code near the edges, so that what is cut off or lies outside of the page cannot be read. */
async function label(widthMm: number, heightMm: number, code: string): Promise<Buffer> {
  const file = await drawPdf({ name: code, page: { widthMm, heightMm, marginMm: 0 } }, (pdf) => {
    pdf.addPage();
    code128(pdf, code, { x: 2 * MM, y: 2 * MM, width: (widthMm - 4) * MM, height: (heightMm - 4) * MM }, 3);
  });
  return file.data;
}

describe('labels on our page', () => {
  it.each([
    ['4 x 6 inches', 4 * INCH_MM, 6 * INCH_MM],
    ['lying on its side', 6 * INCH_MM, 4 * INCH_MM],
    ['a small one', 60, 40],
    ['A4', 210, 297],
  ])('%s: whole, 100 x 150 mm, readable', async (_name, widthMm, heightMm) => {
    const pages = await scanPages(await fitLabels([await label(widthMm, heightMm, '1Z999AA10123456784')]));
    expect(pages).toMatchObject([{ code: '1Z999AA10123456784' }]);
    expect([pages[0]?.width, pages[0]?.height].map((points) => (points ?? 0) / MM)).toEqual([
      expect.closeTo(100, 2),
      expect.closeTo(150, 2),
    ]);
  });
});
