import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../testing/property.ts';
import { fitsPaper } from './paper-picture.ts';
import { A4_PAGE, drawPdf, pictureIn } from './pdf.ts';

function chunk(kind: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(kind, 'latin1'), data, Buffer.alloc(4)]);
}
function png(width: number, height: number, pixels: Buffer, colour = 6): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, colour, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}
const row = (width: number) => Buffer.alloc(width * 4 + 1, 7).fill(0, 0, 1);
const printed = (picture: Buffer) =>
  drawPdf({ name: 'x', page: A4_PAGE }, (pdf) => {
    pdf.addPage();
    pictureIn(pdf, picture, 10, 10, 20);
    pictureIn(pdf, picture, 40, 10, 20);
  });
const images = ({ data }: { data: Buffer }) => data.toString('latin1').split('/Subtype /Image').length - 1;

it('prints a PNG that holds what it says, once for each document, and none that does not', async () => {
  const good = png(2, 2, Buffer.concat([row(2), row(2)]));
  expect(fitsPaper(good)).toBe(true);
  // The picture, and its transparency.
  expect(images(await printed(good))).toBe(2);
  expect(fitsPaper(png(2, 3, Buffer.concat([row(2), row(2)])))).toBe(false);
  expect(fitsPaper(png(2, 1, Buffer.concat([row(2), row(2)])))).toBe(false);
  // A bomb: a million pixels from a kilobyte.
  expect(fitsPaper(png(1000, 1000, Buffer.alloc(4_001_000)))).toBe(false);
  expect(fitsPaper(Buffer.concat([good, Buffer.alloc(300_000)]))).toBe(false);
  expect(fitsPaper(Buffer.from('GIF89a'))).toBe(false);
  expect(images(await printed(Buffer.from([0xff, 0xd8, 0xff, 0xe0])))).toBe(0);
});

it('survives any damage of a picture', async () => {
  const good = png(4, 4, Buffer.concat([row(4), row(4), row(4), row(4)]));
  const damage = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(damage, fc.nat(good.length), async (bytes, length) => {
      const bad = Buffer.from(good);
      for (const [at, value] of bytes) bad[at] = value;
      for (const one of [bad, bad.subarray(0, length)]) if (fitsPaper(one)) await printed(one);
    }),
    { numRuns: runs(60, 5000) },
  );
});
