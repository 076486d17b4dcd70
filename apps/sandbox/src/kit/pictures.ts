import { crc32, deflateSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { hashText } from '../world/random.ts';

const SIDE = 64;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A disc on a plain ground, its colours by the name. Source: PNG (RFC 2083), 8 bits a colour, no filter. */
export function drawPicture(name: string): Buffer {
  const hash = hashText(name);
  const disc = [hash & 255, (hash >> 8) & 255, (hash >> 16) & 255];
  const rows: number[] = [];
  for (let y = 0; y < SIDE; y++) {
    rows.push(0);
    for (let x = 0; x < SIDE; x++) {
      const inside = (x - SIDE / 2) ** 2 + (y - SIDE / 2) ** 2 < (SIDE / 3) ** 2;
      rows.push(...(inside ? disc : [240, 240, 240]));
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SIDE, 0);
  head.writeUInt32BE(SIDE, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    ...[signature, chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.from(rows))), chunk('IEND', Buffer.alloc(0))],
  ]);
}

/** Stands for the platforms' picture hosts: `of` is the address that the listing names. */
export function registerPictures(app: FastifyInstance): void {
  app.get('/pictures', (request, reply) => {
    const { of = '' } = request.query as { of?: string };
    if (/\/missing\b/.test(of)) return reply.code(404).send();
    if (/\/page\b/.test(of)) return reply.type('text/html').send('<html>no picture</html>');
    return reply.type('image/png').send(drawPicture(of));
  });
}
