import { crc32, deflateRawSync } from 'node:zlib';
import * as calls from '@tradewind/contract/catalog.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../../core/context.ts';
import { DEFLATED, STORED, type ZipPart, zipDirectory, zipHead } from '../../../core/zip.ts';
import { ownServer, type Person, type TestServer } from '../../../testing/harness.ts';
import { upload } from '../testing/files.ts';

let server: TestServer;
let main: Person & { ctx: Ctx };
beforeAll(async () => {
  server = await ownServer();
  main = await server.company('Pictures');
  await server.startWorker();
});
afterAll(() => server.close());

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const JPG = Buffer.from('ffd8ffe000104a464946', 'hex');

/** An archive; `claim` is the size that its directory says. */
function zip(files: readonly [name: string, content: Buffer, claim?: number][], method = DEFLATED): Buffer {
  const chunks: Buffer[] = [];
  const parts: ZipPart[] = [];
  let offset = 0;
  for (const [name, content, claim = content.length] of files) {
    const packed = method === STORED ? content : deflateRawSync(content);
    const part = { name, crc: crc32(content), size: claim, packed: packed.length, offset };
    const head = zipHead(name, method, part);
    head.writeUInt16LE(method, 8);
    chunks.push(head, packed);
    parts.push(part);
    offset += head.length + packed.length;
  }
  return Buffer.concat([...chunks, zipDirectory(parts, method, offset)]);
}
const preview = (data: Buffer) => upload(server, calls.previewImageZip, data, 'pictures.zip', main);
const imagesOf = async (id: number) => (await server.ok(calls.findProduct, { id }, main)).images;
const kindOf = async (id: number, key: string | undefined) => {
  const answer = await fetch(
    `${server.url}/api${calls.productImage.path}?productId=${id}&key=${encodeURIComponent(key ?? '')}`,
    {
      headers: { token: main.token },
    },
  );
  return answer.headers.get('content-type');
};
/** Whether the message with this result names the file. */
const isReported = async (thesis: string, file: string) => {
  const { rows } = await server.app.database.owner.query(
    'select 1 from message where company_id = $1 and thesis like $2 and content like $3',
    [main.companyId, `%${thesis}`, `%${file}%`],
  );
  return rows.length > 0;
};

it.each([STORED, DEFLATED])(
  'adds and replaces pictures by SKU and place, and says what it refused (method %s)',
  async (method) => {
    const sku = `ZIP-${method}`;
    const { key } = (await upload(server, calls.uploadProductImage, PNG, 'old.png', main)).data;
    const { id } = await server.ok(calls.addProduct, { sku, nameZh: '灯', images: [key] }, main);
    const data = zip(
      [
        [`${sku}_3.png`, PNG],
        [`pictures/${sku.toLowerCase()}_1.JPG`, JPG],
        [`${sku}_2.jpg`, JPG],
        [`again/${sku}_2.jpg`, JPG],
        [`${sku}.jpg`, JPG],
        ['NOBODY_1.jpg', JPG],
        [`${sku}_4.jpg`, Buffer.from('<svg onload="x"/>')],
        [`__MACOSX/${sku}_1.jpg`, JPG],
      ],
      method,
    );
    const { importId, ...answer } = (await preview(data)).data;
    expect(answer).toMatchObject({ total: 7, good: 3, bad: 4 });
    const byFile = new Map(answer.rows.map((row) => [row.cells.file, [row.action, row.problems[0]?.column]]));
    expect(Object.fromEntries(byFile)).toMatchObject({
      [`${sku.toLowerCase()}_1.JPG`]: ['update', undefined],
      [`${sku}_3.png`]: ['create', undefined],
      [`${sku}.jpg`]: [null, 'file'],
      'NOBODY_1.jpg': [null, 'sku'],
      [`${sku}_4.jpg`]: [null, 'file'],
    });
    expect(await imagesOf(id)).toEqual([key]);

    expect(await server.ok(calls.commitImageZip, { importId }, main)).toMatchObject({ queued: true });
    await server.until(async () => (await imagesOf(id)).length === 3);
    const images = await imagesOf(id);
    expect(images).not.toContain(key);
    expect(await Promise.all(images.map((one) => kindOf(id, one)))).toEqual(['image/jpeg', 'image/jpeg', 'image/png']);
    await server.until(() => isReported('新增 2 张，替换 1 张，未导入 4 个文件', `${sku}.jpg`));
    const again = await server.call(calls.commitImageZip, { importId }, main);
    expect([again.status, again.data]).toMatchObject([409, { error: 'import.done' }]);
  },
);

it('makes the pictures of a variant its own, and keeps six', async () => {
  const familyId = (await server.ok(calls.saveFamily, { code: 'FAM', axes: [{ nameEn: 'Size' }], nameEn: 'Cup' }, main))
    .id;
  await server.ok(calls.makeVariants, { familyId, rows: [{ sku: 'FAM-S', axisValues: ['S'] }] }, main);
  const [variant] = (await server.ok(calls.listProducts, { search: 'FAM-S' }, main)).rows;
  const files = [1, 2, 3, 4, 5, 6].map((place) => [`FAM-S_${place}.jpg`, JPG] as [string, Buffer]);
  const { importId } = (await preview(zip(files))).data;
  await server.ok(calls.commitImageZip, { importId }, main);
  await server.until(async () => (await imagesOf(variant?.id ?? 0)).length === 6);
  expect((await server.ok(calls.findProduct, { id: variant?.id ?? 0 }, main)).overrides).toEqual(['images']);
});

it('unpacks no more than it may, whatever the archive claims', async () => {
  await server.ok(calls.addProduct, { sku: 'BOMB', nameZh: '弹' }, main);
  const bomb = Buffer.concat([JPG, Buffer.alloc(8 * 1024 * 1024)]);
  const honest = (await preview(zip([['BOMB_1.jpg', bomb]]))).data;
  expect(honest).toMatchObject({ good: 0, bad: 1 });
  const { importId, good } = (await preview(zip([['BOMB_1.jpg', bomb, 100]]))).data;
  expect(good).toBe(1);
  await server.ok(calls.commitImageZip, { importId }, main);
  await server.until(() => isReported('新增 0 张，替换 0 张，未导入 1 个文件', 'BOMB_1.jpg'));
  const many = Array.from({ length: 1001 }, (_, n) => [`M_${n}.jpg`, JPG] as [string, Buffer]);
  expect((await preview(zip(many))).data).toMatchObject({ error: 'catalog.zipFiles' });
  const claimed = Array.from({ length: 70 }, (_, n) => [`L${n}_1.jpg`, JPG, 5_000_000] as [string, Buffer, number]);
  expect((await preview(zip(claimed))).data).toMatchObject({ error: 'catalog.zipLarge' });
  const broken = zip([['B_1.jpg', JPG]]).subarray(0, -10);
  expect((await preview(broken)).data).toMatchObject({ error: 'catalog.zipBroken' });
});
