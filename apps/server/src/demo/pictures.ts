import { crc32, deflateSync } from 'node:zlib';
import { sql } from '../core/database/sql.ts';
import { type DemoContext, inPast } from './context.ts';

const SIDE = 96;
type Colour = readonly [red: number, green: number, blue: number];

const COLOURS: Readonly<Record<string, Colour>> = {
  红色: [200, 66, 60],
  蓝色: [62, 108, 176],
  白色: [222, 222, 218],
  米色: [214, 196, 160],
  粉色: [224, 150, 168],
  绿色: [92, 148, 96],
  原木色: [172, 124, 78],
  多色: [128, 100, 170],
};
const GROUND: Colour = [246, 246, 244];
const LINE: Colour = [84, 84, 88];

/** Where a shape lies, in parts of the side from its middle: -1 to 1, y downwards. 2: the body, 1: a line of it. */
type Shape = (x: number, y: number) => 0 | 1 | 2;

const box = (x: number, y: number, left: number, top: number, right: number, bottom: number) =>
  x >= left && x <= right && y >= top && y <= bottom;
const ring = (x: number, y: number, inner: number, outer: number) => {
  const far = Math.hypot(x, y);
  return far >= inner && far <= outer;
};
const edge = (inside: (x: number, y: number) => boolean, x: number, y: number): 0 | 1 | 2 => {
  if (!inside(x, y)) return 0;
  const near = 0.05;
  return inside(x - near, y) && inside(x + near, y) && inside(x, y - near) && inside(x, y + near) ? 2 : 1;
};

/** A drawing of each kind of goods in the archive. */
const SHAPES: Readonly<Record<string, Shape>> = {
  // A mug: a body and a handle.
  厨房用品: (x, y) => {
    if (ring(x - 0.42, y, 0.2, 0.3) && x > 0.4) return 1;
    return edge((a, b) => box(a, b, -0.55, -0.5, 0.4, 0.55), x, y);
  },
  // A picture in its mount.
  家居装饰: (x, y) => {
    if (box(x, y, -0.35, -0.4, 0.35, 0.4)) return y > 0.3 - Math.abs(x) * 0.9 ? 1 : 0;
    return edge((a, b) => box(a, b, -0.6, -0.65, 0.6, 0.65), x, y);
  },
  // A cushion, its sides drawn in.
  家用纺织: (x, y) =>
    edge((a, b) => Math.abs(a) < 0.7 - 0.12 * (1 - b * b) && Math.abs(b) < 0.7 - 0.12 * (1 - a * a), x, y),
  // A jar with a lid.
  收纳: (x, y) => {
    if (box(x, y, -0.4, -0.7, 0.4, -0.5)) return 1;
    return edge((a, b) => box(a, b, -0.5, -0.46, 0.5, 0.65), x, y);
  },
  // A notebook with its spine and lines.
  文具礼品: (x, y) => {
    if (box(x, y, -0.5, -0.65, -0.35, 0.65)) return 1;
    if (box(x, y, -0.2, -0.45, 0.35, 0.1) && Math.abs((y * 10) % 2) < 0.5) return 1;
    return edge((a, b) => box(a, b, -0.5, -0.65, 0.5, 0.65), x, y);
  },
  // A balloon on its string.
  派对节庆: (x, y) => {
    if (y > 0.35 && y < 0.8 && Math.abs(x - 0.06 * Math.sin(y * 14)) < 0.03) return 1;
    return edge((a, b) => (a / 0.5) ** 2 + ((b + 0.2) / 0.58) ** 2 < 1, x, y);
  },
};

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A PNG with a palette of three colours (RFC 2083). */
export function drawProduct(category: string, colour: string): Buffer {
  const shape = SHAPES[category] ?? SHAPES.收纳;
  const rows = Buffer.alloc(SIDE * (SIDE + 1));
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++)
      rows[row * (SIDE + 1) + 1 + column] = shape?.((column / SIDE) * 2 - 1, (row / SIDE) * 2 - 1) ?? 0;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SIDE, 0);
  head.writeUInt32BE(SIDE, 4);
  head.set([8, 3], 8);
  const palette = [GROUND, LINE, COLOURS[colour] ?? GROUND].flat();
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Gives every product a drawing by its kind and colour. Products of one kind and colour share a file. */
export async function drawPictures(demo: DemoContext): Promise<void> {
  const { app, companyId } = demo;
  const looks = await inPast(demo, 'buyer', demo.today, (tx) =>
    tx.rows<{ category: string; colour: string }>(
      sql`select distinct c.name_zh as category, p.colour from product p
        join category c on c.company_id = ${sql.company} and c.id = p.category_id
        where p.company_id = ${sql.company} and cardinality(p.images) = 0`,
    ),
  );
  const drawn = await Promise.all(
    looks.map(async ({ category, colour }) => {
      const data = drawProduct(category, colour);
      return { category, colour, key: await app.files.put(companyId, 'image.png', data), bytes: data.length };
    }),
  );
  await inPast(demo, 'buyer', demo.today, async (tx) => {
    const shown =
      await tx.rows(sql`update product p set images = array[d.key] from jsonb_to_recordset(${JSON.stringify(drawn)}::jsonb)
          as d(category text, colour text, key text, bytes int)
        join category c on c.company_id = ${sql.company} and c.name_zh = d.category
        where p.company_id = ${sql.company} and p.category_id = c.id and p.colour = d.colour and cardinality(p.images) = 0
        returning p.id, d.key, d.bytes`);
    await tx.rows(sql`insert into attachment (company_id, doc_kind, doc_id, file_key, name, mime, bytes, user_id)
      select ${sql.company}, 'productImage', r.id, r.key, 'drawing.png', 'image/png', r.bytes, ${tx.actor.userId}
      from jsonb_to_recordset(${JSON.stringify(shown)}::jsonb) as r(id bigint, key text, bytes int) returning 1`);
  });
}
