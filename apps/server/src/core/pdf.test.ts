import { BinaryBitmap, Code128Reader, GlobalHistogramBinarizer, RGBLuminanceSource } from '@zxing/library';
import { describe, expect, it } from 'vitest';
import { A4_PAGE, code128, drawPdf } from './pdf.ts';

const DOTS_PER_POINT = 4;

/** Draws the bars of a code as a printer would, on a white strip. */
function printed(text: string, width: number): Uint8ClampedArray {
  const dots = width * DOTS_PER_POINT;
  const row = new Uint8ClampedArray(dots).fill(255);
  const paper = {
    rect: (x: number, _y: number, w: number) => {
      row.fill(0, Math.round(x * DOTS_PER_POINT), Math.round((x + w) * DOTS_PER_POINT));
      return paper as never;
    },
    fill: () => paper as never,
  };
  code128(paper, text, { x: 0, y: 0, width, height: 10 });
  const strip = new Uint8ClampedArray(dots * 20);
  for (let y = 0; y < 20; y++) strip.set(row, y * dots);
  return strip;
}

function scanned(text: string, width: number): string {
  const source = new RGBLuminanceSource(printed(text, width), width * DOTS_PER_POINT, 20);
  return new Code128Reader().decode(new BinaryBitmap(new GlobalHistogramBinarizer(source))).getText();
}

describe('Code 128', () => {
  it.each([
    ['A-01-02-03', 176],
    ['OUT-20261121-0012', 255],
    ['WAVE-20261121-0004', 227],
  ])('%s is read by a scanner', (text, width) => {
    expect(scanned(text, width)).toBe(text);
  });
});

describe('a document', () => {
  it('has Chinese letters and embeds only those that are used', async () => {
    const file = await drawPdf({ name: '拣货单', page: A4_PAGE }, (pdf) => {
      pdf.addPage();
      pdf.text('拣货单 A-01');
    });
    expect(file.name).toBe('拣货单.pdf');
    expect(file.data.length).toBeLessThan(200_000);
  });
});
