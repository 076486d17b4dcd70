import { rights } from '@tradewind/contract/access/modules.ts';
import {
  confirmSettlementFile,
  getSettlementFile,
  listSettlementFiles,
  previewSettlementFile,
  settlementFileSetAside,
  takeSettlementFile,
} from '@tradewind/contract/finance/settlement-files.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cellsOf as cellsOfExport } from '../../../../testing/export.ts';
import { ownServer, type TestServer } from '../../../../testing/harness.ts';
import { runs } from '../../../../testing/property.ts';
import { xls } from '../../../catalog/testing/files.ts';
import { addShop, grantShops, type OrderWorld, openWorld } from '../../../orders/orders.testing.ts';
import { wrongsOf } from '../../testing/ledger.ts';
import { bookUnbookedLines } from '../intake.ts';
import { COLUMNS, cellsOf, csvOf, look, type Row, TITLES, take } from './files.testing.ts';
import { unconfirmedGaps } from './gaps.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await ownServer();
  world = await openWorld(server);
});
afterAll(() => server.close());
const c = () => world.main.companyId;
const owner = async <T>(text: string, ...values: unknown[]) =>
  (await server.app.database.owner.query(text, [c(), ...values])).rows as T[];
const newShop = async () =>
  (await addShop(server, c(), { platform: 'temu', moduleId: rights.temuOrder.id, name: 'Temu' })).id;
const book = () => bookUnbookedLines(server.app, world.main.ctx);
const gaps = () => world.tx((tx) => unconfirmedGaps(tx));

/** Everything that a shop's files have become: its lines, its settlements and its books. */
const stateOf = async (shopId: number) => ({
  lines: await owner(
    `select reference, settlement_id, platform_order_no, kind, type, amount from settlement_line where company_id = $1 and shop_id = $2 order by 1`,
    shopId,
  ),
  settlements: await owner(
    `select number, currency, lines, amount, total from settlement where company_id = $1 and shop_id = $2 order by 1, 2`,
    shopId,
  ),
  books: await owner(
    `select d.account, d.currency, sum(d.amount) as amount, count(*)::int as entries from settlement_line l
     join ledger_entry e on e.company_id = l.company_id and e.doc_kind = 'settlement_line' and e.doc_id = l.id
     join ledger_line d on d.company_id = e.company_id and d.entry_id = e.id
     where l.company_id = $1 and l.shop_id = $2 group by 1, 2 order by 1, 2`,
    shopId,
  ),
});

const TOTAL = 'Settlement total';
/** Two settlements; a row of the first says what another one says. */
const ROWS: Row[] = [
  ['T-1', 'PO-1', 'Sale', '30.00'],
  ['T-1', 'PO-1', 'Fee', '-4.50'],
  ['T-1', 'PO-2', 'Sale', '12.00'],
  ['T-1', 'PO-2', 'Sale', '12.00'],
  ['T-1', '', 'Campaign', '-7.25'],
  ['T-2', 'PO-3', 'Sale', '99.99'],
  ['T-2', 'PO-3', 'Return', '-99.99'],
  ['T-2', 'PO-4', 'Sale', '5.01'],
];
const TOTALS: Row[] = [
  ['T-1', '', TOTAL, '42.25'],
  ['T-2', '', TOTAL, '5.01'],
];

describe('a file of a platform that lists no settlements', () => {
  it('asks for its columns once, says what it holds, and is booked once', async () => {
    const shopId = await newShop();
    const data = xls([TITLES, ...[...TOTALS, ...ROWS].map(cellsOf)], 'xlsx');
    const observed = await look(server, world.main, shopId, data, 'temu.xlsx');
    expect(observed.data).toMatchObject({ role: 'booked', columnsNeeded: true, problem: null, found: null });
    expect(observed.data.titles).toEqual(TITLES);
    expect(observed.data.sample[0]).toEqual(cellsOf(TOTALS[0] as Row));
    const { importId } = observed.data;
    const shown = await server.ok(previewSettlementFile, { importId, columns: COLUMNS }, world.main);
    expect(shown.found).toMatchObject({ lines: 8, zeroRows: 0, setAsideCount: 0 });
    expect(shown.found?.settlements).toMatchObject([
      { number: 'T-1', total: '42.25', linesTotal: '42.25', gap: '0.00', fromDay: '2026-11-05' },
      { number: 'T-2', total: '5.01', linesTotal: '5.01', gap: '0.00' },
    ]);
    expect(shown.found?.unmapped).toMatchObject([{ transactionType: 'Campaign', amount: '-7.25', lines: 1 }]);
    expect(await stateOf(shopId)).toEqual({ lines: [], settlements: [], books: [] });

    const { id } = await server.ok(takeSettlementFile, { importId, columns: COLUMNS }, world.main);
    await book();
    const state = await stateOf(shopId);
    expect(state.lines).toHaveLength(8);
    expect(state.lines).toContainEqual(
      expect.objectContaining({ settlement_id: 'T-1', platform_order_no: 'PO-1', kind: 'commission', type: 'Fee' }),
    );
    expect(state.settlements).toMatchObject([
      { number: 'T-1', lines: 5, amount: '42.2500', total: '42.2500' },
      { number: 'T-2', lines: 3, amount: '5.0100', total: '5.0100' },
    ]);
    expect(await server.ok(getSettlementFile, { id }, world.main)).toMatchObject({
      ...{ role: 'booked', state: 'read', lines: 8, taken: 8, gaps: 0, gap: '0.0000', settlements: 2 },
    });
    // The same bytes once more: refused, and nothing is booked. The columns are remembered.
    const again = await look(server, world.main, shopId, data, 'copy.xlsx');
    expect(again.data).toMatchObject({ columnsNeeded: false, taken: { id }, found: { lines: 8 } });
    const refused = await server.call(takeSettlementFile, { importId: again.data.importId }, world.main);
    expect(refused.status).toBe(409);
    expect(await stateOf(shopId)).toEqual(state);
    expect(await wrongsOf(server, c())).toEqual([]);
  });

  it('comes to the same in pieces, twice, overlapping and out of order', async () => {
    const whole = await newShop();
    expect((await take(server, world.main, whole, csvOf([...TOTALS, ...ROWS]), COLUMNS)).status).toBe(200);
    await book();
    const expected = await stateOf(whole);
    const piece = fc.record({
      rows: fc.uniqueArray(fc.integer({ min: 0, max: ROWS.length - 1 }), { minLength: 1 }),
      totals: fc.subarray(TOTALS),
      booked: fc.boolean(),
    });
    const course = fc.tuple(fc.array(piece, { maxLength: 4 }), fc.shuffledSubarray(ROWS, { minLength: ROWS.length }));
    await fc.assert(
      fc.asyncProperty(course, fc.nat(4), async ([pieces, all], at) => {
        const shopId = await newShop();
        const files = pieces.map(({ rows, totals, booked }) => ({
          data: csvOf([...rows.map((n) => ROWS[n] as Row), ...totals]),
          booked,
        }));
        files.splice(Math.min(at, files.length), 0, { data: csvOf([...all, ...TOTALS]), booked: true });
        for (const { data, booked } of files) {
          // The same piece twice is refused.
          expect([200, 409]).toContain((await take(server, world.main, shopId, data, COLUMNS)).status);
          if (booked) await book();
        }
        await book();
        expect(await stateOf(shopId)).toEqual(expected);
      }),
      { numRuns: runs(25, 500) },
    );
    expect(await wrongsOf(server, c())).toEqual([]);
    expect(await gaps()).toBe(0);
  });

  it('is read with commas before decimals; a row that cannot be read is set aside, and its file names it', async () => {
    const shopId = await newShop();
    const rows: Row[] = [
      ['T-9', 'PO-9', 'Sale', '1.234,50'],
      ['T-9', 'PO-9', 'Fee', '-0,5'],
      ['T-9', 'PO-8', 'Sale', 'twelve'],
    ];
    const { data } = await look(server, world.main, shopId, csvOf(rows, ';'), 'temu.csv', COLUMNS);
    expect(data.found).toMatchObject({ lines: 2, setAsideCount: 1, setAside: [{ row: 4 }] });
    expect(data.found?.settlements[0]?.linesTotal).toBe('1234.00');
    const url = `${server.url}/api${settlementFileSetAside.path}`;
    const file = await fetch(url, {
      method: 'POST',
      headers: { token: world.main.token, 'content-type': 'application/json', 'x-language': 'en' },
      body: JSON.stringify({ importId: data.importId, columns: COLUMNS }),
    });
    const [head, bad] = await cellsOfExport(Buffer.from(await file.arrayBuffer()));
    expect(head).toEqual(['Row', 'Reason', ...TITLES]);
    expect(bad).toEqual(['4', expect.stringContaining('twelve'), ...cellsOf(rows[2] as Row)]);
  });

  it('whose times name no zone stays in its days: they are on the clock of the company', async () => {
    const shopId = await newShop();
    const late = (time: string) => Buffer.from(csvOf(ROWS.slice(0, 1)).toString().replace('10:00:00', time));
    for (const time of ['00:10:00', '23:50:00']) {
      const { data } = await look(server, world.main, shopId, late(time), 'temu.csv', COLUMNS);
      expect(data.found?.settlements[0]).toMatchObject({ fromDay: '2026-11-05', toDay: '2026-11-05' });
    }
  });

  it('of Wayfair is booked by the columns that stand from the beginning', async () => {
    const { id: shopId } = await addShop(server, c(), {
      ...{ platform: 'wayfair', moduleId: rights.wayfairOrder.id, name: 'Wayfair' },
    });
    const rows = [
      ['Wayfair Remittance #: 100020'],
      ['Date: 2026-11-20'],
      ['Total (USD):', '103.68'],
      'Invoice #|PO #|Invoice Date|Product Amount|Wayfair Allowance for Damages/ Defects [4.00%]|Payment Amount|Order Type'.split(
        '|',
      ),
      ['CS1', 'CS1', '2026-10-02', '108.00', '-4.32', '103.68', 'Dropship'],
    ];
    const data = Buffer.from(rows.map((cells) => cells.join(',')).join('\n'));
    expect((await look(server, world.main, shopId, data)).data).toMatchObject({
      ...{ role: 'booked', columnsNeeded: false, problem: null, found: { lines: 2, setAsideCount: 0 } },
    });
    expect((await take(server, world.main, shopId, data)).status).toBe(200);
    await book();
    expect((await stateOf(shopId)).settlements).toMatchObject([
      { number: '100020', amount: '103.6800', total: '103.6800' },
    ]);
  });

  it('with a gap is taken and waits until a person says why; the rest of the settlement closes it', async () => {
    const shopId = await newShop();
    const first = await take(server, world.main, shopId, csvOf([TOTALS[0] as Row, ...ROWS.slice(0, 3)]), COLUMNS);
    const { id } = first.data;
    expect(await server.ok(getSettlementFile, { id }, world.main)).toMatchObject({ gaps: 1, gap: '4.7500' });
    expect(await gaps()).toBe(1);
    expect((await server.ok(listSettlementFiles, { unconfirmed: true }, world.main)).rows).toMatchObject([{ id }]);
    // Its other lines come in a file that states no total.
    const rest = await take(server, world.main, shopId, csvOf(ROWS.slice(3, 5)), COLUMNS);
    // One of the two rows that say the same stands in each file: for the program it is one row.
    expect(await server.ok(getSettlementFile, { id }, world.main)).toMatchObject({ gap: '12.0000' });
    expect(await gaps()).toBe(2);
    for (const one of [id, rest.data.id])
      await server.ok(confirmSettlementFile, { id: one, reason: 'Two equal rows' }, world.main);
    expect(await gaps()).toBe(0);
    const known = await server.ok(getSettlementFile, { id }, world.main);
    expect(known).toMatchObject({ state: 'confirmed', reason: 'Two equal rows', gap: '12.0000' });
    expect(known.history[0]).toMatchObject({ event: 'confirmed', detail: { reason: 'Two equal rows' } });
    expect((await server.call(confirmSettlementFile, { id, reason: 'again' }, world.main)).status).toBe(409);
    await take(server, world.main, shopId, csvOf(ROWS.slice(0, 5)), COLUMNS);
    expect(await server.ok(getSettlementFile, { id }, world.main)).toMatchObject({ gap: '0.0000', gaps: 0 });
  });

  it('that was read by other columns is refused, as long as nobody says that no row is in both', async () => {
    const shopId = await newShop();
    await take(server, world.main, shopId, csvOf(ROWS.slice(0, 2)), COLUMNS);
    const { sku: _, ...fewer } = COLUMNS;
    const data = csvOf(ROWS.slice(0, 4));
    const shown = await look(server, world.main, shopId, data, 'other.csv', fewer);
    expect(shown.data.readOtherwise).toBe('settlement.csv');
    const { importId } = shown.data;
    expect((await server.call(takeSettlementFile, { importId, columns: fewer }, world.main)).status).toBe(409);
    // Whoever knows that no row is in both takes it.
    const taken = await server.call(takeSettlementFile, { importId, columns: fewer, otherColumns: true }, world.main);
    expect([taken.status, (await stateOf(shopId)).lines.length]).toEqual([200, 6]);
  });

  it('is refused where it says another amount of a row that is booked', async () => {
    const shopId = await newShop();
    const row: Row = ['T-5', 'PO-5', 'Sale', '1,234'];
    const comma = { ...COLUMNS, decimal: ',' } as const;
    expect((await take(server, world.main, shopId, csvOf([row], ';'), comma)).status).toBe(200);
    const both = csvOf([row, ['T-5', 'PO-6', 'Sale', '5']], ';');
    const answer = await take(server, world.main, shopId, both, { ...comma, decimal: '.' } as typeof COLUMNS);
    expect([answer.status, answer.msg]).toEqual([409, expect.stringContaining('PO-5 Sale')]);
    expect((await stateOf(shopId)).lines).toMatchObject([{ amount: '1.2340' }]);
  });

  it('is nobody else’s: a member sees the files of its own shops', async () => {
    const [mine, hidden] = [await newShop(), await newShop()];
    await take(server, world.main, mine, csvOf(ROWS.slice(0, 2)), COLUMNS);
    const { data: secret } = await take(server, world.main, hidden, csvOf(ROWS.slice(0, 2)), COLUMNS);
    const { view, sync, match } = rights.settlement;
    const member = await server.member(c(), [view, sync, match, rights.temuOrder.view]);
    await grantShops(server, member, mine);
    const { rows } = await server.ok(listSettlementFiles, {}, member);
    expect(rows.map((row) => row.shopId)).toEqual([mine]);
    expect((await server.call(getSettlementFile, { id: secret.id }, member)).status).toBe(404);
    expect((await server.call(confirmSettlementFile, { id: secret.id, reason: 'x' }, member)).status).toBe(404);
    expect((await look(server, member, hidden, csvOf(ROWS), 'a.csv')).status).toBe(404);
  });
});

describe('a large file', () => {
  it('is taken by a job in sets, which goes on where it was cut off', async () => {
    const shopId = await newShop();
    const rows = Array.from({ length: 4_500 }, (_, n): Row => ['T-L', `PO-L${n}`, 'Sale', '1.00']);
    const { data } = await take(server, world.main, shopId, csvOf([['T-L', '', TOTAL, '4500.00'], ...rows]), COLUMNS);
    expect(data.queued).toBe(true);
    expect(await server.ok(getSettlementFile, { id: data.id }, world.main)).toMatchObject({
      ...{ state: 'reading', taken: 0, gap: null, gaps: 0 },
    });
    // The third set cannot be written: the second one stays, and the job comes again.
    await server.app.database.owner.query(
      `create function cut_off() returns trigger language plpgsql as $$ begin
         if (select taken from settlement_file where id = new.file_id) >= 4000 then raise exception 'cut off'; end if; return new; end $$`,
    );
    await server.app.database.owner.query(
      `create trigger cut_off before insert on settlement_file_line for each row execute function cut_off()`,
    );
    await server.startWorker();
    await server.until(
      async () => (await server.ok(getSettlementFile, { id: data.id }, world.main)).taken === 4_000,
      60,
    );
    await server.app.database.owner.query('drop trigger cut_off on settlement_file_line');
    await server.until(async () => {
      // It waits to be tried again: due at once.
      await server.app.database.owner.query(
        `update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null`,
      );
      return (await server.ok(getSettlementFile, { id: data.id }, world.main)).state === 'read';
    }, 60);
    await book();
    expect((await stateOf(shopId)).settlements).toMatchObject([
      { number: 'T-L', lines: 4_500, amount: '4500.0000', total: '4500.0000' },
    ]);
    expect(await wrongsOf(server, c())).toEqual([]);
  });
});
