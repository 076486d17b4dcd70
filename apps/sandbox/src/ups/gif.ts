import type { Bitmap } from './bitmap.ts';

const CODE_SIZE = 2;
const CLEAR = 4;
const END = 5;

/** A GIF87a/89a writer for two colours: header, palette, one image, LZW in blocks. Source: the GIF89a specification. */
export function encodeGif(map: Bitmap): Buffer {
  const head = Buffer.alloc(13 + 6 + 10 + 1);
  head.write('GIF89a', 0, 'latin1');
  head.writeUInt16LE(map.width, 6);
  head.writeUInt16LE(map.height, 8);
  head[10] = 0x80;
  head.fill(0xff, 13, 16);
  head[19] = 0x2c;
  head.writeUInt16LE(map.width, 24);
  head.writeUInt16LE(map.height, 26);
  head[29] = CODE_SIZE;
  return Buffer.concat([head, ...blocks(compress(map.dots)), Buffer.from([0, 0x3b])]);
}

function blocks(data: Buffer): Buffer[] {
  const out: Buffer[] = [];
  for (let i = 0; i < data.length; i += 255) {
    const part = data.subarray(i, i + 255);
    out.push(Buffer.from([part.length]), part);
  }
  return out;
}

/** LZW with a table of children, so that each dot costs one look-up. */
function compress(dots: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(dots.length + 64);
  const children = new Int16Array(4096 * 2);
  let length = 0;
  let bits = 0;
  let held = 0;
  let size = CODE_SIZE + 1;
  let next = END + 1;
  const put = (code: number) => {
    held |= code << bits;
    bits += size;
    while (bits >= 8) {
      out[length++] = held & 0xff;
      held >>>= 8;
      bits -= 8;
    }
  };
  put(CLEAR);
  let prefix = dots[0] ?? 0;
  for (let i = 1; i < dots.length; i++) {
    const dot = dots[i]!;
    const slot = prefix * 2 + dot;
    const known = children[slot]!;
    if (known !== 0) {
      prefix = known;
      continue;
    }
    put(prefix);
    if (next === 4096) {
      put(CLEAR);
      children.fill(0);
      next = END + 1;
      size = CODE_SIZE + 1;
    } else {
      if (next === 1 << size) size++;
      children[slot] = next++;
    }
    prefix = dot;
  }
  put(prefix);
  put(END);
  if (bits > 0) out[length++] = held & 0xff;
  return out.subarray(0, length);
}
