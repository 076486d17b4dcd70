import { rights } from '@tradewind/contract/access/modules.ts';
import { commitOrderImport, orderImportErrors, orderTemplate, previewOrderImport } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atLocalTime, timeOfCell } from '../../../core/cell-time.ts';
import { readSheet } from '../../../core/sheets.ts';
import { ownServer, type TestServer } from '../../../testing/harness.ts';
import { upload, xls } from '../../catalog/testing/files.ts';
import { addShop, grantShops, type OrderWorld, openWorld } from '../orders.testing.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await ownServer();
  world = await openWorld(server, { stock: 20 });
  await server.app.database.owner.query('update shop set name = $2 where id = $1', [world.shop.id, 'Main shop']);
  await server.startWorker();
});
afterAll(() => server.close());

const HEAD = [
  ...['Order number', 'Shop', 'Ordered at', 'Seller SKU', 'Quantity', 'Unit price', 'Recipient', 'Address line 1'],
  ...['City', 'State', 'Postal code', 'Country', 'Shipping paid', 'Updated at'],
];
const line = (orderNo: string, sku: string, more: Record<number, unknown> = {}): unknown[] =>
  Object.assign(
    [
      orderNo,
      'Main shop',
      '2026-11-20 08:30',
      sku,
      2,
      '10.50',
      'Ann',
      '1 Elm St',
      'Austin',
      'TX',
      '78701',
      'US',
      4.99,
      '',
    ],
    more,
  );
/** A further line of an order, without order-level values. */
const further = (orderNo: string, sku: string): unknown[] => [orderNo, 'Main shop', '', sku, 1, '1.00'];

const preview = async (rows: unknown[][], name = 'orders.xlsx') => {
  const answer = await upload(server, previewOrderImport, xls([HEAD, ...rows], 'xlsx'), name, world.main);
  if (answer.code !== 200) throw new Error(answer.msg);
  return answer.data;
};
const commit = (importId: number) =>
  server.ok(commitOrderImport, { importId, idempotencyKey: `import-${importId}` }, world.main);
const orders = async (prefix: string) =>
  (
    await server.app.database.owner.query(
      `select platform_order_no as no, status, total_amount::float as total, ordered_at as at, line_count::int as lines from sales_order
       where company_id = $1 and platform_order_no like $2 order by 1`,
      [world.main.companyId, `${prefix}%`],
    )
  ).rows as { no: string; status: string; total: number; at: Date; lines: number }[];
const problems = (answered: Awaited<ReturnType<typeof preview>>) =>
  answered.rows.flatMap((row) => row.problems.map((one) => [row.line, one.column, one.message]));

describe('orders from a file', () => {
  it('come in by the template, a row for each line', async () => {
    const file = await fetch(`${server.url}/api${orderTemplate.path}`, { headers: { token: world.main.token } });
    const [head = []] = await readSheet(Buffer.from(await file.arrayBuffer()));
    expect(head).toContain('订单号*');

    const answered = await preview([line('A-1', 'SKU-1'), further('A-1', 'SKU-2'), line('A-2', 'SKU-1')]);
    expect([answered.total, answered.good, answered.bad, problems(answered)]).toEqual([3, 3, 0, []]);
    expect(await orders('A-')).toEqual([]);
    expect(await commit(answered.importId)).toEqual({ created: 2, updated: 0, skipped: [] });
    expect(await orders('A-')).toEqual([
      // 08:30 in the company's time zone; its stock may be allocated by now.
      {
        no: 'A-1',
        status: expect.stringMatching(/^(allocate|ready)$/),
        total: 26.99,
        at: new Date('2026-11-20T00:30:00Z'),
        lines: 2,
      },
      expect.objectContaining({ no: 'A-2', lines: 1 }),
    ]);
  });

  it('are there once, however often their file is taken; only a later time changes one', async () => {
    const rows = [line('B-1', 'SKU-1')];
    const first = await preview(rows);
    await commit(first.importId);
    const again = await preview(rows);
    expect(problems(again)).toEqual([[2, 'orderNo', expect.stringContaining('already exists')]]);
    expect(await commit(again.importId)).toMatchObject({
      created: 0,
      updated: 0,
      skipped: [{ line: 2, label: 'B-1' }],
    });
    const changed = await preview([line('B-1', 'SKU-1', { 4: 3, 13: '2026-11-21 08:30' })]);
    expect(changed.rows[0]).toMatchObject({ action: 'update', problems: [] });
    expect(await commit(changed.importId)).toMatchObject({ created: 0, updated: 1 });
    expect(await orders('B-')).toEqual([expect.objectContaining({ total: 36.49 })]);
    const twice = await server.call(
      commitOrderImport,
      { importId: first.importId, idempotencyKey: 'other-key-1' },
      world.main,
    );
    expect(twice.status).toBe(409);
  });

  it('name row and field of each error, and the lines of an order stand or fall together', async () => {
    const answered = await preview([
      line('C-1', 'SKU-1'),
      line('C-1', 'SKU-2', { 4: 'two' }),
      line('C-2', 'SKU-1', { 1: 'No such shop' }),
      line('C-3', 'SKU-1', { 2: 'yesterday', 11: 'Germany' }),
      line('C-4', 'SKU-1', { 7: '' }),
      line('C-5', 'SKU-1'),
      line('C-5', 'SKU-2', { 6: 'Bob' }),
      line('C-6', 'SKU-1'),
      line('C-6', 'SKU-1'),
      line('C-7', 'SKU-1'),
    ]);
    expect(problems(answered)).toEqual(
      expect.arrayContaining([
        [2, '', 'Row 3 in the same group has an error, so no row of the group is imported'],
        [3, 'quantity', expect.stringContaining('A whole number, 1 or more')],
        [4, 'shop', 'No shop is named “No such shop”'],
        [5, 'orderedAt', expect.stringContaining("the company's time zone")],
        [5, 'country', expect.stringContaining('two letters')],
        [6, 'line1', 'Required in the first row of an order'],
        [8, 'name', 'Differs from row 7 of this order'],
        [10, 'orderNo', 'Duplicate of row 9'],
      ]),
    );
    expect([answered.good, answered.bad]).toEqual([1, 9]);
    expect(await commit(answered.importId)).toMatchObject({ created: 1 });
    expect((await orders('C-')).map((one) => one.no)).toEqual(['C-7']);
  });

  it('come out of a table of text too, also of one that Excel saved in Chinese', async () => {
    const csv = `${HEAD.join(',')}\r\nD-1,Main shop,2026/11/20 8:30,SKU-1,1,10,"Ann, Bob",1 Elm St,Austin,TX,00123,us,,\r\n`;
    const answer = await upload(server, previewOrderImport, Buffer.from(csv), 'orders.csv', world.main);
    expect(answer.data.rows).toMatchObject([{ problems: [], cells: { postalCode: '00123', name: 'Ann, Bob' } }]);
    // "订单号,店铺,店铺SKU,数量,单价" in GB 18030.
    const head = Buffer.from('b6a9b5a5bac52cb5eac6cc2cb5eac6cc534b552ccafdc1bf2cb5a5bcdb', 'hex');
    const chinese = await upload(
      server,
      previewOrderImport,
      Buffer.concat([head, Buffer.from('\nD-2,Main shop,SKU-1,1,10\n')]),
      'orders.csv',
      world.main,
    );
    expect(chinese.data.columns.map((one) => one.key)).toEqual(['orderNo', 'shop', 'sku', 'quantity', 'unitPrice']);
    expect((await upload(server, previewOrderImport, Buffer.from('<html>,'), 'orders.csv', world.main)).status).toBe(
      400,
    );
  });

  it('go into shops that one sees, and no others', async () => {
    const hidden = await addShop(server, world.main.companyId, { name: 'Hidden shop' });
    const member = await server.member(world.main.companyId, [rights.otherPlatformOrder.import]);
    await grantShops(server, member, world.shop.id);
    const file = xls([HEAD, line('E-1', 'SKU-1', { 1: 'Hidden shop' }), line('E-2', 'SKU-1')], 'xlsx');
    const answered = (await upload(server, previewOrderImport, file, 'o.xlsx', member)).data;
    expect(problems(answered)).toEqual([[2, 'shop', 'No shop is named “Hidden shop”']]);
    expect((await upload(server, previewOrderImport, file, 'o.xlsx', world.main)).data.good).toBe(2);
    expect(hidden.id).toBeGreaterThan(0);
    const without = await server.member(world.main.companyId, [rights.otherPlatformOrder.view]);
    expect((await upload(server, previewOrderImport, file, 'o.xlsx', without)).status).toBe(403);
  });

  it('that could not be taken come back as a file to be mended and uploaded again', async () => {
    const answered = await preview([line('G-1', 'SKU-1'), line('G-2', 'SKU-1', { 4: 'two' })]);
    await commit(answered.importId);
    const errors = (importId: number, token = world.main.token) =>
      fetch(`${server.url}/api${orderImportErrors.path}?importId=${importId}`, { headers: { token } });
    const file = Buffer.from(await (await errors(answered.importId)).arrayBuffer());
    const [head = [], ...rows] = await readSheet(file);
    expect(head.at(-1)).toBe('Problems');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.at(-1)).toMatch(/^Quantity: .*whole number/);
    const mended = rows.map((cells) => cells.map((cell, at) => (head[at] === 'Quantity' ? '2' : cell)));
    const again = (await upload(server, previewOrderImport, xls([head, ...mended]), 'mended.xls', world.main)).data;
    expect([again.good, again.bad, again.unknownColumns]).toEqual([1, 0, []]);
    expect(await commit(again.importId)).toMatchObject({ created: 1 });
    expect((await errors(again.importId)).status).toBe(404);
    const other = await server.member(world.main.companyId, [rights.otherPlatformOrder.import]);
    expect((await errors(answered.importId, other.token)).status).toBe(404);
  });

  it('are pasted out of a sheet, with their titles or in the order of the template', async () => {
    const paste = async (block: string) =>
      (await upload(server, previewOrderImport, Buffer.from(block), 'paste.csv', world.main, { pasted: true })).data;
    const cells = (values: unknown[]) => values.join('\t');
    const bare =
      'H-1\tMain shop\t2026-11-20 08:30\tSKU-1\t\t2\t10.50\t\t\tUSD\t\tAnn, Bob\t"1 Elm ""A"" St"\t\tAustin\tTX\t00123\tUS';
    const byPlace = await paste(`${bare}\r\n`);
    expect([byPlace.total, problems(byPlace)]).toEqual([1, []]);
    expect(byPlace.rows[0]?.cells).toMatchObject({ name: 'Ann, Bob', line1: '1 Elm "A" St', postalCode: '00123' });
    const named = await paste([HEAD, line('H-2', 'SKU-1'), line('H-3', 'SKU-1', { 4: '0' })].map(cells).join('\r\n'));
    expect([named.good, named.bad]).toEqual([1, 1]);
    expect(problems(named)).toEqual([[3, 'quantity', expect.stringContaining('A whole number')]]);
    for (const { importId } of [byPlace, named]) expect(await commit(importId)).toMatchObject({ created: 1 });
    expect((await orders('H-')).map((one) => one.no)).toEqual(['H-1', 'H-2']);
  });

  it('of a large file are taken over in the background, and who asked is told', async () => {
    const answered = await preview(Array.from({ length: 700 }, (_, n) => line(`F-${n}`, 'SKU-1')));
    expect(await commit(answered.importId)).toEqual({ queued: true, created: 0, updated: 0, skipped: [] });
    await server.until(async () => (await orders('F-')).length === 700, 60);
    const [message] = (
      await server.app.database.owner.query(
        `select m.thesis from message m join message_copy c on c.company_id = m.company_id and c.message_id = m.id
         where m.company_id = $1 and c.receiver_id = $2`,
        [world.main.companyId, world.main.userId],
      )
    ).rows;
    expect(message.thesis).toMatch(/700/);
    const again = await server.call(
      commitOrderImport,
      { importId: answered.importId, idempotencyKey: 'again-0001' },
      world.main,
    );
    expect(again.status).toBe(409);
  });
});

describe('a time in a cell', () => {
  it.each([
    ['2026-11-22', '2026-11-22T00:00:00'],
    ['2026/1/2 3:04', '2026-01-02T03:04:00'],
    ['2026.11.22 23:59:58', '2026-11-22T23:59:58'],
    ['2026-11-22T08:30:00Z', '2026-11-22T08:30:00Z'],
    ['2026-11-22 08:30 +08:00', '2026-11-22T08:30:00+08:00'],
    ['46348', '2026-11-22T00:00:00'],
    ['46348.354166667', '2026-11-22T08:30:00'],
    ['2026-02-31', '2026-02-31'],
    ['22.11.2026', '22.11.2026'],
  ])('%s is %s', (cell, time) => {
    expect(timeOfCell(cell)).toBe(time);
  });

  it.each([
    ['2026-11-22T08:30:00', 'Asia/Shanghai', '2026-11-22T00:30:00.000Z'],
    ['2026-07-01T08:30:00', 'Europe/Berlin', '2026-07-01T06:30:00.000Z'],
    ['2026-12-01T08:30:00', 'America/New_York', '2026-12-01T13:30:00.000Z'],
    ['2026-03-29T03:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-11-01T01:30:00', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-11-22T08:30:00+05:30', 'Asia/Shanghai', '2026-11-22T03:00:00.000Z'],
  ])('%s on the clocks of %s', (local, timeZone, instant) => {
    expect(atLocalTime(local, timeZone)).toBe(instant);
  });
});
