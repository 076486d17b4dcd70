import { rights } from '@tradewind/contract/access/modules.ts';
import { getMonth } from '@tradewind/contract/finance/closing.ts';
import { getSettlementFile } from '@tradewind/contract/finance/settlement-files.ts';
import {
  dismissSettlementSetAside,
  listSettlementSetAside,
  retrySettlementSetAside,
  type SetAsideRow,
} from '@tradewind/contract/finance/settlement-set-aside.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../../../core/context.ts';
import type { Person } from '../../../../testing/harness.ts';
import { type Outside, openOutside } from '../../../channels/testing/sandbox.ts';
import { addShop, grantShops } from '../../../orders/orders.testing.ts';
import { readFees } from '../../bookings/fees.ts';
import { wrongsOf } from '../../testing/ledger.ts';
import { COLUMNS, csvOf, type Row, take } from '../files/files.testing.ts';
import { rereadFile } from '../files/reread.ts';
import { bookUnbookedLines } from '../intake.ts';
import { openOfMonth } from './list.ts';
import { readAfterUpdate } from './retry.ts';

let outside: Outside;
let main: Person & { ctx: Ctx };
let shopId: number;
beforeAll(async () => {
  outside = await openOutside();
  main = await outside.server.company('Sellers');
  shopId = (await outside.connect(main, { platform: 'shopify', fields: { shopDomain: 'tradewind-demo' } })).shopId;
});
afterAll(() => outside.close());
afterEach(() => outside.control('faults', { clear: true }));

const owner = async <T>(text: string, ...values: unknown[]) =>
  (await outside.server.app.database.owner.query(text, [main.companyId, ...values])).rows as T[];
const run = () => outside.run(main.ctx, shopId, 'settlements');
const book = () => bookUnbookedLines(outside.server.app, main.ctx);
const rows = async (filter = {}) => (await outside.server.ok(listSettlementSetAside, filter, main)).rows;
const retry = (ids: number[]) => outside.server.ok(retrySettlementSetAside, { ids }, main);
const lines = () =>
  owner<{ reference: string; entries: number }>(
    `select l.reference, (select count(*)::int from ledger_entry e where e.company_id = l.company_id and e.doc_kind = 'settlement_line'
       and e.doc_id = l.id) as entries from settlement_line l where l.company_id = $1 and l.shop_id = $2 order by 1`,
    shopId,
  );
const tx = <T>(work: Parameters<typeof outside.server.app.database.inCompany<T>>[1]) =>
  outside.server.app.database.inCompany(main.ctx, work);

/** How often each line of these of the platform's transaction is booked. */
const booked = async (row: SetAsideRow | undefined) => {
  const id = String((row?.raw as { id?: string } | null)?.id).replace(/.*\//, '');
  return async () =>
    (await lines()).filter(({ reference }) => reference.split('/')[0] === id).map((line) => line.entries);
};
const listAll = () => owner(`update shop_stream set until = null where company_id = $1 and kind = 'settlements'`);

describe('a line that a platform lists and nobody can read', () => {
  it('is set aside among good ones that are booked, and is booked once when it can be read', async () => {
    await outside.faults('shopify', { malformed: 1 });
    await run();
    await book();
    const good = await lines();
    expect(good.length).toBeGreaterThan(10);
    expect(new Set(good.map((line) => line.entries))).toEqual(new Set([1]));
    const [broken, ...more] = await rows();
    expect(more).toEqual([]);
    expect(broken).toMatchObject({ source: 'api', state: 'open', platform: 'shopify', fileName: null });
    expect(broken?.reason).toContain('net');
    const its = await booked(broken);
    expect(await its()).toEqual([]);

    // Still broken: read again, it stays.
    expect(await retry([broken?.id ?? 0])).toMatchObject({ done: 1, failed: [] });
    await run();
    await book();
    expect(await rows()).toMatchObject([{ id: broken?.id, state: 'open', triedAt: expect.any(String) }]);
    expect(await its()).toEqual([]);

    await outside.control('faults', { clear: true });
    await retry([broken?.id ?? 0]);
    for (const _twice of [1, 2]) {
      await run();
      await book();
      expect(await rows()).toMatchObject([{ id: broken?.id, state: 'read', raw: null, resolvedBy: null }]);
      expect(new Set(await its())).toEqual(new Set([1]));
    }
    expect(await lines()).toEqual(expect.arrayContaining(good));
    expect((await retry([broken?.id ?? 0])).failed).toMatchObject([{ error: 'finance.setAsideGone' }]);
    expect(await wrongsOf(outside.server, main.companyId)).toEqual([]);
  });

  it('is read once more by a program that began later, and by no other', async () => {
    await owner(`delete from settlement_set_aside where company_id = $1`);
    await outside.faults('shopify', { malformed: 1 });
    await listAll();
    await run();
    expect(await rows()).toMatchObject([{ state: 'open', triedAt: null }]);
    await outside.control('faults', { clear: true });
    await tx((work) => readAfterUpdate(work, new Date(0)));
    await run();
    expect(await rows()).toMatchObject([{ state: 'open', triedAt: null }]);
    await tx((work) => readAfterUpdate(work, new Date('2100-01-01T00:00:00Z')));
    await run();
    expect(await rows()).toMatchObject([{ state: 'read' }]);
  });

  it('counts when a month is closed until a person dismisses it; listed again, it stays dismissed', async () => {
    await owner(`delete from settlement_set_aside where company_id = $1`);
    await outside.faults('shopify', { malformed: 1 });
    await listAll();
    await run();
    const [{ id } = { id: 0 }] = await rows();
    const counted = (from: string, to: string) => tx((work) => openOfMonth(work, { from, to }));
    expect(await counted('2000-01-01', '2100-01-01')).toBe(1);
    expect(await counted('2000-01-01', '2000-02-01')).toBe(0);
    expect(await counted('2100-01-01', '2100-02-01')).toBe(0);
    const [month] = await owner<{ month: string }>(
      `select to_char(min(month), 'YYYY-MM') as month from finance_period where company_id = $1`,
    );
    const { items } = await outside.server.ok(getMonth, { month: month?.month ?? '' }, main);
    expect(items.map((item) => item.key)).toContain('settlementSetAside');
    const clerk = await outside.server.member(main.companyId, [rights.settlement.view, rights.settlement.match]);
    const other = await addShop(outside.server, main.companyId, { name: 'Other' });
    await grantShops(outside.server, clerk, other.id);
    expect((await outside.server.ok(listSettlementSetAside, {}, clerk)).rows).toEqual([]);
    expect((await outside.server.ok(dismissSettlementSetAside, { ids: [id] }, clerk)).done).toBe(0);
    expect(await outside.server.ok(dismissSettlementSetAside, { ids: [id] }, main)).toMatchObject({ done: 1 });
    await listAll();
    await run();
    expect(await rows()).toMatchObject([{ id, state: 'dismissed', raw: null, times: 2 }]);
    expect(await counted('2000-01-01', '2100-01-01')).toBe(0);
  });
});

describe('a row of a file that cannot be read', () => {
  const ROWS: Row[] = [
    ['T-1', 'PO-1', 'Sale', '30.00'],
    ['T-1', 'PO-2', 'Sale', 'twelve'],
    ['T-1', '', 'Settlement total', '42.00'],
  ];
  const files = async () =>
    (await addShop(outside.server, main.companyId, { platform: 'temu', moduleId: rights.temuOrder.id, name: 'Temu' }))
      .id;
  /** As if the program had learnt to read the row. */
  const learn = async (fileId: number, mended: readonly Row[]) => {
    const key = await outside.server.app.files.put(main.companyId, 'mended.csv', csvOf(mended));
    await owner('update settlement_file set file_key = $3 where company_id = $1 and id = $2', fileId, key);
  };
  const ofShop = (shop: number) =>
    owner(
      'select platform_order_no as no, amount::float from settlement_line where company_id = $1 and shop_id = $2 order by 1',
      shop,
    );

  it('stands beside those of platforms, counts for the month of its file, and is taken once', async () => {
    const temu = await files();
    const { data } = await take(outside.server, main, temu, csvOf(ROWS), COLUMNS);
    const [row] = await rows({ shopIds: [temu] });
    expect(row).toMatchObject({ source: 'file', state: 'open', fileName: 'settlement.csv', rowNo: 3 });
    expect(row?.raw).toContain('twelve');
    expect(await tx((work) => openOfMonth(work, { from: '2026-11-01', to: '2026-12-01' }))).toBe(1);
    expect(await tx((work) => openOfMonth(work, { from: '2026-12-01', to: '2027-01-01' }))).toBe(0);

    await retry([row?.id ?? 0]);
    await rereadFile(outside.server.app, main.ctx, data.id);
    expect(await rows({ shopIds: [temu] })).toMatchObject([{ id: row?.id, state: 'open' }]);

    await learn(
      data.id,
      ROWS.map((one) => one.map((cell) => (cell === 'twelve' ? '12.00' : cell)) as Row),
    );
    for (const _twice of [1, 2]) await rereadFile(outside.server.app, main.ctx, data.id);
    await book();
    expect(await rows({ shopIds: [temu] })).toMatchObject([{ id: row?.id, state: 'read' }]);
    expect(await ofShop(temu)).toEqual([
      { no: 'PO-1', amount: 30 },
      { no: 'PO-2', amount: 12 },
    ]);
    const file = await outside.server.ok(getSettlementFile, { id: data.id }, main);
    expect(file).toMatchObject({ lines: 2, taken: 2, setAside: 0, gap: '0.0000' });
    expect(file.history.map(({ event }) => event).filter((event) => event === 'reread')).toHaveLength(1);
    expect(await wrongsOf(outside.server, main.companyId)).toEqual([]);
  });

  it('stays where the lines that are taken would be named otherwise', async () => {
    const temu = await files();
    const { data } = await take(outside.server, main, temu, csvOf(ROWS), COLUMNS);
    const before = await ofShop(temu);
    await learn(data.id, [['T-1', 'PO-7', 'Sale', '30.00'], ['T-1', 'PO-2', 'Sale', '12.00'], ROWS[2] as Row]);
    await rereadFile(outside.server.app, main.ctx, data.id);
    expect(await ofShop(temu)).toEqual(before);
    expect(await rows({ shopIds: [temu] })).toMatchObject([{ state: 'open' }]);
  });
});

describe('a fee that a platform lists and nobody can read', () => {
  it('is set aside beside settlement lines, and read again by a press', async () => {
    const joom = (await outside.connect(main, { platform: 'joom' })).shopId;
    const read = () => readFees(outside.server.app, main.ctx, { shopId: joom });
    const own = () => rows({ shopIds: [joom] });
    await outside.control('faults', { platform: 'joom', malformed: 1 });
    await read();
    const [broken, ...more] = await own();
    expect(more).toEqual([]);
    expect(broken).toMatchObject({ source: 'fees', state: 'open', platform: 'joom', fileName: null });
    expect(await rows({ source: 'fees' })).toMatchObject([{ id: broken?.id }]);
    expect(await rows({ shopIds: [joom], source: 'api' })).toEqual([]);

    // Still broken: read again, it stays.
    await retry([broken?.id ?? 0]);
    await read();
    expect(await own()).toMatchObject([{ id: broken?.id, state: 'open', triedAt: expect.any(String), times: 2 }]);

    await outside.control('faults', { clear: true });
    expect(await retry([broken?.id ?? 0])).toMatchObject({ done: 1, failed: [] });
    for (const _twice of [1, 2]) {
      await read();
      expect(await own()).toMatchObject([{ id: broken?.id, state: 'read', raw: null, resolvedBy: null }]);
    }
    expect(await wrongsOf(outside.server, main.companyId)).toEqual([]);
  });
});
