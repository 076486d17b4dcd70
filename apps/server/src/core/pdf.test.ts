import {
  BinaryBitmap,
  Code128Reader,
  DecodeHintType,
  GlobalHistogramBinarizer,
  RGBLuminanceSource,
} from '@zxing/library';
import { describe, expect, it } from 'vitest';
import { A4_PAGE, code128, drawPdf, gs1Code, latinQuotes } from './pdf.ts';

const DOTS_PER_POINT = 4;

/** Draws the bars of a code as a printer would, on a white strip. */
function printed(text: string, width: number, draw: typeof code128 | typeof gs1Code): Uint8ClampedArray {
  const dots = width * DOTS_PER_POINT;
  const row = new Uint8ClampedArray(dots).fill(255);
  const paper = {
    rect: (x: number, _y: number, w: number) => {
      row.fill(0, Math.round(x * DOTS_PER_POINT), Math.round((x + w) * DOTS_PER_POINT));
      return paper as never;
    },
    fill: () => paper as never,
  };
  draw(paper, text, { x: 0, y: 0, width, height: 10 });
  const strip = new Uint8ClampedArray(dots * 20);
  for (let y = 0; y < 20; y++) strip.set(row, y * dots);
  return strip;
}

function scanned(text: string, width: number, draw: typeof code128 | typeof gs1Code = code128): string {
  const source = new RGBLuminanceSource(printed(text, width, draw), width * DOTS_PER_POINT, 20);
  const hints = new Map([[DecodeHintType.ASSUME_GS1, draw === gs1Code]]);
  const bitmap = new BinaryBitmap(new GlobalHistogramBinarizer(source));
  return new Code128Reader().decodeRow(0, bitmap.getBlackRow(0, null as never), hints).getText();
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

describe('GS1-128', () => {
  it("begins with GS1's own sign, and takes no wrong check digit", () => {
    expect(scanned('(00)095287654321012346', 266, gs1Code)).toBe(']C100095287654321012346');
    expect(() => scanned('(00)095287654321012345', 266, gs1Code)).toThrow();
  });
});

describe('a document', () => {
  it('draws quotes beside Latin letters as narrow ones, and leaves those of Chinese texts', () => {
    expect(latinQuotes('Lowe’s “Home”, 5’ long')).toBe('Lowe\'s "Home", 5\' long');
    expect(latinQuotes('请点“取消订单”')).toBe('请点“取消订单”');
  });

  it('has Chinese letters and embeds only those that are used', async () => {
    const file = await drawPdf({ name: '拣货单', page: A4_PAGE }, (pdf) => {
      pdf.addPage();
      pdf.text('拣货单 A-01');
    });
    expect(file.name).toBe('拣货单.pdf');
    expect(file.data.length).toBeLessThan(200_000);
  });
});
