import { inflateSync } from 'node:zlib';

/** A larger picture is left out: on paper it is as wide as a thumb. */
export const PAPER_BYTES = 300_000;
/** A PNG is decoded to be printed: as much as that may take. */
const MOST_PIXELS = 500_000;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Samples of a pixel, by colour type (PNG specification, 11.2.1). */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Whether a picture can be printed: a small JPEG, or a small PNG that decodes to exactly what it says. The library that
 * draws papers decodes a PNG later and by itself; a damaged one would end the process there.
 */
export function fitsPaper(data: Buffer): boolean {
  if (data.length > PAPER_BYTES) return false;
  if (data.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return true;
  return data.subarray(0, 8).equals(PNG) && decodes(data);
}

function decodes(data: Buffer): boolean {
  if (data.length < 33 || data.toString('latin1', 12, 16) !== 'IHDR') return false;
  const [width, height] = [data.readUInt32BE(16), data.readUInt32BE(20)];
  const [depth = 0, colour = 0, , , interlaced = 0] = data.subarray(24, 29);
  const samples = SAMPLES[colour];
  if (depth !== 8 || interlaced !== 0 || !samples || width * height === 0 || width * height > MOST_PIXELS) return false;
  const parts: Buffer[] = [];
  let whole = false;
  let palette = colour !== 3;
  for (let at = 8; at + 12 <= data.length && !whole; ) {
    const length = data.readUInt32BE(at);
    const kind = data.toString('latin1', at + 4, at + 8);
    if (kind === 'IDAT') parts.push(data.subarray(at + 8, at + 8 + length));
    if (kind === 'PLTE') palette = true;
    whole = kind === 'IEND';
    at += 12 + length;
  }
  const expected = (width * samples + 1) * height;
  try {
    return whole && palette && inflateSync(Buffer.concat(parts), { maxOutputLength: expected }).length === expected;
  } catch {
    return false;
  }
}
