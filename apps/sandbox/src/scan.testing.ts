import { inflateSync } from 'node:zlib';
import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  GlobalHistogramBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from '@zxing/library';

/** ZXing over a picture; `black` says which dots are. */
export function scan(width: number, height: number, black: (index: number) => boolean): string {
  const grey = new Uint8ClampedArray(width * height);
  for (let i = 0; i < grey.length; i++) grey[i] = black(i) ? 0 : 255;
  const reader = new MultiFormatReader();
  reader.setHints(
    new Map<DecodeHintType, unknown>([
      [DecodeHintType.POSSIBLE_FORMATS, [BarcodeFormat.CODE_128]],
      [DecodeHintType.TRY_HARDER, true],
    ]),
  );
  return reader
    .decode(new BinaryBitmap(new GlobalHistogramBinarizer(new RGBLuminanceSource(grey, width, height))))
    .getText();
}

/** Draws the filled rectangles of the PDF's page and scans them. */
export function scanPdf(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  const scale = 4;
  const page = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text);
  const [width, height] = [Math.ceil(Number(page?.[1]) * scale), Math.ceil(Number(page?.[2]) * scale)];
  const dots = new Uint8Array(width * height);
  for (const match of text.matchAll(/stream\r?\n/g)) {
    const start = match.index + match[0].length;
    let content = '';
    try {
      content = inflateSync(pdf.subarray(start)).toString('latin1');
    } catch {
      continue;
    }
    for (const [, x, y, w, h] of content.matchAll(/(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) re/g)) {
      for (let row = Math.round(Number(y) * scale); row < Math.round((Number(y) + Number(h)) * scale); row++) {
        dots.fill(
          1,
          row * width + Math.round(Number(x) * scale),
          row * width + Math.round((Number(x) + Number(w)) * scale),
        );
      }
    }
  }
  return scan(width, height, (i) => dots[i] === 1);
}
