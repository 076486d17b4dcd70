import { rights } from '@tradewind/contract/access/modules.ts';
import { saveUserBasePer } from '@tradewind/contract/access.ts';
import {
  confirmStatement,
  decideStatementLines,
  deleteStatement,
  getBalanceEntry,
  getStatement,
  importStatement,
  listBalanceLines,
  listCostFees,
  listProviderCosts,
  listStatementLines,
  listStatements,
  matchStatement,
  previewStatement,
  type StatementLine,
  statementIssuers,
  undoStatement,
  uploadStatement,
} from '@tradewind/contract/finance.ts';
import { prepayWarehouse } from '@tradewind/contract/warehouse.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../../testing/harness.ts';
import { runs } from '../../../../testing/property.ts';
import { upload, xls } from '../../../catalog/testing/files.ts';
import { makeOrder, type OrderWorld, openWorld, walk } from '../../../orders/orders.testing.ts';
import { bookLeftovers } from '../../public.ts';
import { wrongsOf } from '../../testing/ledger.ts';

const DAY = '2026-11-10';
const TITLES = ['Order No', 'Tracking No', 'Fee type', 'Amount', 'Date'];
const MAPPING = {
  columns: { reference: 'Order No', trackingNumber: 'Tracking No', charge: 'Fee type', amount: 'Amount', day: 'Date' },
};
type Row = [reference: string, tracking: string, feeType: string, amount: string, day?: string];

let server: TestServer;
let world: OrderWorld;
let connectionId: number;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  world = await openWorld(server, { stock: 5000 });
  await owner(`update warehouse set kind = 'overseas' where company_id = $1 and id = $2`, world.warehouseId);
  const [made] = await owner<{ id: number }>(
    `insert into wms_connection (company_id, provider, name, keys, push_token, created_at) values ($1, 'zipto', 'Zipto', '', $2, now()) returning id`,
    `token-${Math.random()}`,
  );
  connectionId = made?.id ?? 0;
  await owner(
    `insert into wms_warehouse (company_id, warehouse_id, connection_id, code) values ($1, $2, $3, 'US1')`,
    world.warehouseId,
    connectionId,
  );
});
const c = () => world.main.companyId;
const owner = async <T>(text: string, ...values: unknown[]) =>
  (await server.app.database.owner.query(text, [c(), ...values])).rows as T[];
const account = async (name: string) =>
  Number(
    (
      await owner<{ sum: string | null }>(
        'select sum(amount) as sum from ledger_line where company_id = $1 and account = $2',
        name,
      )
    )[0]?.sum ?? 0,
  );
let fees = 0;
/** A fee that the provider reported, booked as owed. */
async function fee(feeType: string, amount: string, more: { refNo?: string; direction?: string; at?: string } = {}) {
  const { refNo = '', direction = 'charge', at = `${DAY}T06:00:00Z` } = more;
  await owner(
    `insert into wms_fee (company_id, connection_id, fee_id, at, ref_type, ref_no, fee_type, direction, amount, currency, warehouse_id, settlement)
     values ($1, $2, $3, $4, 'other', $5, $6, $7, $8, 'CNY', $9, 'owed')`,
    ...[connectionId, `FEE-${++fees}`, at, refNo, feeType, direction, amount, world.warehouseId],
  );
}
let files = 0;
async function uploaded(rows: readonly Row[]) {
  const data = xls([TITLES, ...rows.map(([a, b, d, e, day = DAY]) => [a, b, d, e, day])]);
  const answer = await upload(server, uploadStatement, data, `statement-${++files}.xls`, world.main, {
    warehouseId: world.warehouseId,
  });
  expect(answer).toMatchObject({ status: 200 });
  return answer.data;
}
async function imported(rows: readonly Row[], number = `ST-${files + 1}`): Promise<number> {
  const { importId, issuerId } = await uploaded(rows);
  const about = { number, currency: 'CNY', billedOn: '2026-11-15', mapping: MAPPING };
  return (await server.ok(importStatement, { importId, issuerId, ...about }, world.main)).id;
}
const linesOf = async (statementId: number) =>
  (await server.ok(listStatementLines, { statementId, pageSize: 200 }, world.main)).rows;
const said = (lines: readonly StatementLine[]) =>
  lines.map(({ line, reference, result, difference }) => [line === 0 ? reference : line, result, difference]);

describe('a statement of a warehouse provider', () => {
  it('is compared by number, kind and amount; columns are remembered; the same file comes in once', async () => {
    await fee('FREIGHT', '10.00', { refNo: 'OUT-1' });
    await fee('HANDLING', '2.00', { refNo: 'OUT-1' });
    await fee('FREIGHT', '8.00', { refNo: 'OUT-2' });
    await fee('FREIGHT', '5.00', { refNo: 'OUT-3' });
    await fee('STORAGE', '30.00');
    await fee('STORAGE', '31.00', { at: '2026-10-30T06:00:00Z' });
    const rows: Row[] = [
      ['OUT-1', '', 'Freight', '10.00'],
      ['OUT-1', '', 'Handling', '2.40'],
      ['OUT-2', '', 'Freight', '8.00'],
      ['OUT-2', '', 'Freight', '8.00'],
      ['OUT-9', '', 'Freight', '6.00'],
      ['', '', 'Storage', '30.00'],
    ];
    const first = await uploaded(rows);
    expect(first.remembered).toBe(false);
    expect(first.mapping.columns).toMatchObject({ reference: 'Order No', charge: 'Fee type', amount: 'Amount' });
    const preview = await server.ok(previewStatement, { importId: first.importId, mapping: MAPPING }, world.main);
    expect(preview).toMatchObject({ lines: 6, amount: '64.4000', problemCount: 0 });
    const id = await imported(rows, 'ST-FIRST');
    const statement = await server.ok(getStatement, { id }, world.main);
    expect(statement).toMatchObject({
      ...{ state: 'open', lineCount: 6, amount: '64.40', fromDay: DAY, wrongCount: 4, account: 'warehouse_payable' },
      results: { different: 1, theirs: 1, ours: 1, duplicate: 1, matched: 3 },
      toBook: '6.40',
    });
    const lines = await linesOf(id);
    expect(said(lines)).toEqual([
      ['OUT-3', 'ours', '-5.00'],
      [2, 'matched', '0.00'],
      [3, 'different', '0.40'],
      [4, 'matched', '0.00'],
      [5, 'duplicate', '8.00'],
      [6, 'theirs', '6.00'],
      [7, 'matched', '0.00'],
    ]);
    expect(lines[4]).toMatchObject({ twiceNumber: 'ST-FIRST', twiceLine: 4 });
    const { list } = await server.ok(statementIssuers, {}, world.main);
    expect(list).toMatchObject([{ warehouseId: world.warehouseId, currency: 'CNY' }]);

    const again = await uploaded(rows);
    expect(again.remembered).toBe(true);
    const about = { number: 'ST-OTHER', currency: 'CNY', billedOn: DAY, mapping: MAPPING };
    const { importId, issuerId } = again;
    const refused = await server.call(importStatement, { importId, issuerId, ...about }, world.main);
    expect(refused).toMatchObject({ status: 409, data: { error: 'finance.statementTaken' } });
  });

  it('books its differences once, its undoing takes them back, and it can be confirmed anew', async () => {
    await fee('FREIGHT', '10.00', { refNo: 'OUT-1' });
    await fee('FREIGHT', '5.00', { refNo: 'OUT-3' });
    const id = await imported([
      ['OUT-1', '', 'Freight', '12.50'],
      ['OUT-9', '', 'Freight', '6.00'],
    ]);
    const before = [await account('warehouse_payable'), await account('warehouse_fee')];
    const done = await Promise.all(Array.from({ length: 4 }, () => server.call(confirmStatement, { id }, world.main)));
    expect(done.map((one) => one.status).sort()).toEqual([200, 409, 409, 409]);
    expect(await account('warehouse_payable')).toBe((before[0] ?? 0) - 8.5);
    expect(await account('warehouse_fee')).toBe((before[1] ?? 0) + 8.5);
    const party = { party: 'warehouse', partyId: world.warehouseId, currency: 'CNY' } as const;
    const ledger = await server.ok(listBalanceLines, { ...party, account: 'warehouse_payable' }, world.main);
    expect(ledger.rows.map((row) => [row.amount, row.balance])).toEqual([
      ['-6.00', '-8.50'],
      ['-2.50', '-2.50'],
    ]);
    const entry = await server.ok(getBalanceEntry, { id: ledger.rows[0]?.entryId ?? 0 }, world.main);
    expect(entry).toMatchObject({ path: `/finance/thirdparty?open=${id}`, onDay: DAY });
    expect(entry.lines.map((line) => [line.account, line.amount])).toEqual([
      ['warehouse_fee', '6.00'],
      ['warehouse_payable', '-6.00'],
    ]);
    expect(await wrongsOf(server, c())).toEqual([]);
    expect((await server.call(deleteStatement, { id }, world.main)).status).toBe(409);
    expect((await server.call(matchStatement, { id }, world.main)).status).toBe(409);

    await server.ok(undoStatement, { id }, world.main);
    expect(await account('warehouse_payable')).toBe(before[0]);
    const lines = await linesOf(id);
    const theirs = lines.find((line) => line.result === 'theirs')?.id ?? 0;
    const ours = lines.find((line) => line.result === 'ours')?.id ?? 0;
    await server.ok(decideStatementLines, { id, lineIds: [theirs], takes: false }, world.main);
    await server.ok(decideStatementLines, { id, lineIds: [ours], takes: true }, world.main);
    await server.ok(confirmStatement, { id }, world.main);
    expect(await account('warehouse_payable')).toBe((before[0] ?? 0) + 2.5);
    const { history } = await server.ok(getStatement, { id }, world.main);
    expect(history.map((row) => row.event)).toEqual(['confirmed', 'taken', 'left', 'undone', 'confirmed', 'imported']);
    // What was taken back here is no fee for a later statement.
    const next = await imported([['OUT-3', '', 'Freight', '5.00']]);
    expect(said(await linesOf(next))).toEqual([[2, 'duplicate', '5.00']]);
    expect(await wrongsOf(server, c())).toEqual([]);
  });

  it('takes from the prepayment where there is one, and compares our own estimates where nobody reports fees', async () => {
    await owner('delete from wms_warehouse where company_id = $1');
    await server.ok(prepayWarehouse, { houseId: world.warehouseId, amount: '100', orderFee: '3' }, world.main);
    await world.take([makeOrder('P-1'), makeOrder('P-2')]);
    const orderId = await world.idOf('P-1');
    await walk(world, orderId, 'ship');
    await walk(world, await world.idOf('P-2'), 'ship');
    await bookLeftovers(server.app, world.main.ctx, 2);
    const [box] = await owner<{ number: string; day: string }>(
      `select number, (shipped_at at time zone 'Asia/Shanghai')::date::text as day from outbound where company_id = $1 and order_id = $2`,
      orderId,
    );
    const { number = '', day = '' } = box ?? {};
    const id = await imported([[number.toLowerCase(), '', 'Order fee', '3.75', day]]);
    const lines = await linesOf(id);
    expect(said(lines).at(-1)).toEqual([2, 'different', '0.75']);
    expect(lines.at(-1)).toMatchObject({ orderId, orderNo: 'P-1' });
    const cost = async () =>
      Number(
        (
          await owner<{ n: string }>(
            'select label_cost as n from order_profit where company_id = $1 and order_id = $2',
            orderId,
          )
        )[0]?.n,
      );
    expect(await cost()).toBe(3);
    await server.ok(confirmStatement, { id }, world.main);
    expect(await cost()).toBe(3.75);
    expect(await account('warehouse_prepaid')).toBe(93.25);
    const left = async () =>
      (await owner<{ n: string }>('select prepaid_balance as n from warehouse where company_id = $1'))[0]?.n;
    expect(await left()).toBe('93.2500');
    expect(await wrongsOf(server, c())).toEqual([]);
    await server.ok(undoStatement, { id }, world.main);
    expect([await cost(), await left()]).toEqual([3, '94.0000']);
    await server.ok(confirmStatement, { id }, world.main);
    expect([await cost(), await left()]).toEqual([3.75, '93.2500']);
    expect(await wrongsOf(server, c())).toEqual([]);
  });

  it('is for those who see costs, in their warehouses', async () => {
    const id = await imported([['OUT-1', '', 'Freight', '12.50']]);
    const every = Object.values(rights.providerReconciliation).flatMap((right) =>
      typeof right === 'string' ? [right] : [],
    );
    const clerk = await server.member(c(), every);
    expect((await server.call(listStatements, {}, clerk)).status).toBe(403);
    const of = async (warehouse: boolean) => {
      const member = await server.member(c(), every);
      if (warehouse)
        await owner(`insert into user_scope values ($1, $2, 'warehouse', $3)`, member.userId, world.warehouseId);
      await server.ok(saveUserBasePer, { userLoginId: member.userLoginId, permissions: ['seeCost'] }, world.main);
      return member;
    };
    const [own, elsewhere] = [await of(true), await of(false)];
    expect((await server.ok(listStatements, {}, elsewhere)).rows).toEqual([]);
    expect((await server.call(confirmStatement, { id }, elsewhere)).status).toBe(404);
    expect((await server.ok(listStatements, {}, own)).rows.map((row) => row.id)).toEqual([id]);
    await server.ok(confirmStatement, { id }, own);
  });
});

describe('the cost statement', () => {
  it('sums charges, refunds and holds by fee type, and opens into them', async () => {
    await fee('FREIGHT', '10.00');
    await fee('FREIGHT', '4.00', { direction: 'refund' });
    await fee('FREIGHT', '7.00', { direction: 'freeze' });
    await fee('FREIGHT', '2.00', { direction: 'unfreeze' });
    await fee('RENT', '3.00');
    await fee('TOPUP', '900.00', { direction: 'topUp' });
    await fee('RENT', '50.00', { at: '2026-01-01T00:00:00Z' });
    const filter = { from: '2026-11-01', to: '2026-11-30' };
    const { rows, accounts } = await server.ok(listProviderCosts, filter, world.main);
    expect(rows).toMatchObject([
      { name: 'Zipto', feeType: 'FREIGHT', charged: '10.00', refunded: '4.00', frozen: '5.00', balance: '11.00' },
      { feeType: 'RENT', charged: '3.00', refunded: '0.00', frozen: '0.00', balance: '3.00' },
    ]);
    expect(accounts).toEqual([{ name: 'Zipto', balances: [] }]);
    const opened = await server.ok(listCostFees, { ...filter, connectionId, feeType: 'FREIGHT' }, world.main);
    expect(opened.rows.map((row) => [row.direction, row.amount])).toEqual([
      ['unfreeze', '2.00'],
      ['freeze', '7.00'],
      ['refund', '4.00'],
      ['charge', '10.00'],
    ]);
  });
});

describe('any statements', () => {
  const row = fc.record({
    no: fc.integer({ min: 1, max: 4 }),
    kind: fc.constantFrom('FREIGHT', 'HANDLING', ''),
    cents: fc.integer({ min: -500, max: 2000 }).filter((cents) => cents !== 0),
  });
  const course = fc.record({
    fees: fc.array(row, { maxLength: 8 }),
    statements: fc.array(fc.array(row, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 2 }),
    acts: fc.array(fc.constantFrom('confirm' as const, 'undo' as const, 'match' as const), { maxLength: 6 }),
  });

  it('book each difference once, however many confirm, undo and compare at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(course, async ({ fees: reported, statements, acts }) => {
        for (const { no, kind, cents } of reported)
          await fee(kind, (Math.abs(cents) / 100).toFixed(2), {
            refNo: `O-${no}`,
            direction: cents < 0 ? 'refund' : 'charge',
          });
        const before = await account('warehouse_payable');
        const ids: number[] = [];
        for (const some of statements)
          ids.push(
            await imported(some.map(({ no, kind, cents }): Row => [`O-${no}`, '', kind, (cents / 100).toFixed(2)])),
          );
        const calls = { confirm: confirmStatement, undo: undoStatement, match: matchStatement };
        for (const act of acts) {
          const done = await Promise.all(
            Array.from({ length: 4 }, (_, n) => server.call(calls[act], { id: ids[n % ids.length] ?? 0 }, world.main)),
          );
          for (const one of done) expect([200, 409]).toContain(one.status);
          expect(await wrongsOf(server, c())).toEqual([]);
        }
        let expected = 0;
        for (const id of ids) {
          const { state } = await server.ok(getStatement, { id }, world.main);
          if (state !== 'confirmed') continue;
          for (const line of await linesOf(id)) if (line.takes) expected += Math.round(Number(line.difference) * 100);
        }
        expect(Math.round((before - (await account('warehouse_payable'))) * 100)).toBe(expected);
        // Each fee belongs to one line of all statements.
        await owner('delete from provider_statement_match where company_id = $1');
        await owner('delete from wms_fee where company_id = $1');
      }),
      { numRuns: runs(5, 80) },
    );
  });
});
