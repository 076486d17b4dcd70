import { getBalanceEntry } from '@tradewind/contract/finance.ts';
import { adjustStock } from '@tradewind/contract/stock.ts';
import {
  costLeg,
  fbaHistory,
  getFba,
  getLeg,
  lateFba,
  moveLeg,
  saveLeg,
  shipFba,
} from '@tradewind/contract/transit.ts';
import {
  checkReceiptCall,
  closeInbounds,
  getInbound,
  receiveInboundCall,
  undoReceiptCall,
} from '@tradewind/contract/warehouse.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { Decimal } from '../../core/money.ts';
import { brokenChecks } from '../../testing/checks.ts';
import { type TestServer, testServer } from '../../testing/harness.ts';
import { runs } from '../../testing/property.ts';
import { bookStock } from '../finance/public.ts';
import { type Floor, openFloor, openSecond } from '../warehouse/warehouse.testing.ts';
import { fbaDocument } from './documents.ts';
import { goodsOf, linesOf } from './fba/lines.ts';
import { reserveGoods } from './goods.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

/** What a unit of each product costs by itself. */
const GOODS = ['3.37', '5.11'] as const;
interface World {
  floor: Floor;
  id: number;
  call: typeof costLeg | typeof lateFba;
  inbounds: number[];
}

/** Goods on their way by a forwarder: units of two products. */
async function legOnItsWay(units: [number, number]): Promise<World> {
  const floor = await openFloor(server, { products: 2 });
  const { warehouseId } = await openSecond(floor);
  for (const [at, cost] of GOODS.entries()) await floor.put(at, at, 50, cost);
  const lines = units.map((quantity, at) => ({ productId: floor.productIds[at] ?? 0, quantity }));
  const costs = [{ kind: 'freight' as const, amount: '31.17', currency: 'CNY', basis: 'value' as const }];
  const draft = { fromWarehouseId: floor.warehouseId, warehouseId, mode: 'sea' as const, lines, costs };
  const { id } = await server.ok(saveLeg, draft, floor.main);
  await server.ok(moveLeg, { id, to: 'submitted' }, floor.main);
  await server.ok(moveLeg, { id, to: 'shipped' }, floor.main);
  const { inboundId } = await server.ok(getLeg, { id }, floor.main);
  return { floor, id, call: costLeg, inbounds: [inboundId ?? 0] };
}

/**
 * An FBA shipment that Amazon split in two: units of the first product in both, two of the second's in each of its own.
 * People receive it, because its shop is not authorized.
 */
async function fbaOnItsWay(parts: [first: number, second: number][], cost = '31.17'): Promise<World> {
  const floor = await openFloor(server, { products: 2 });
  for (const [at, one] of GOODS.entries()) await floor.put(at, at, 50, one);
  const made = await server.app.database.owner.query<{ id: string }>(
    `insert into shop (company_id, platform, region, name, account, module_id, state)
     values ($1, 'amazon', 'US', 'Harbor', 'harbor', 402, 'expired') returning id`,
    [floor.main.companyId],
  );
  const shopId = Number(made.rows[0]?.id);
  const id = await floor.tx(async (tx) => {
    const row = await tx.row<{ id: number }>(sql`insert into fba_shipment (company_id, number, shop_id, marketplace_id,
        warehouse_id, name, state, held, created_at, created_by)
      values (${sql.company}, 'FBA-1', ${shopId}, 'ATVPDKIKX0DER', ${floor.warehouseId}, 'Spring', 'transport', true,
        ${tx.now}, 'test') returning id`);
    const shipmentId = row?.id ?? 0;
    const lineIds: number[] = [];
    for (const [at, factor] of [1, 2].entries()) {
      const units = parts.reduce((sum, part) => sum + (part[at] ?? 0), 0);
      if (units === 0) continue;
      const line = await tx.row<{
        id: number;
      }>(sql`insert into fba_line (company_id, shipment_id, product_id, seller_sku,
          factor, quantity, label_owner, prep_owner)
        values (${sql.company}, ${shipmentId}, ${floor.productIds[at] ?? 0}, ${`S-${at}`}, ${factor}, ${units}, 'SELLER', 'NONE')
        returning id`);
      lineIds[at] = line?.id ?? 0;
    }
    for (const [n, part] of parts.entries()) {
      const one = await tx.row<{ id: number }>(sql`insert into fba_part (company_id, shipment_id, platform_id,
          confirmation_id, transports, transport_id)
        values (${sql.company}, ${shipmentId}, ${`sh${n}`}, ${`FBA1${n}`},
          '[{"id": "t", "mode": "LTL", "solution": "AMAZON_PARTNERED_CARRIER", "carrier": "UPS", "needsWindow": false}]', 't')
        returning id`);
      for (const [at, quantity] of part.entries())
        if (quantity > 0)
          await tx.rows(sql`insert into fba_part_line (company_id, part_id, line_id, quantity)
            values (${sql.company}, ${one?.id ?? 0}, ${lineIds[at] ?? 0}, ${quantity})`);
    }
    if (cost !== '0')
      await tx.rows(sql`insert into transit_cost (company_id, doc_kind, doc_id, kind, amount, currency, basis)
        values (${sql.company}, ${fbaDocument.kind}, ${shipmentId}, 'freight', ${cost}, 'CNY', 'quantity')`);
    const held = { id: shipmentId, warehouseId: floor.warehouseId };
    await reserveGoods(tx, goodsOf(held, await linesOf(tx, shipmentId)), 1);
    return shipmentId;
  });
  await server.ok(shipFba, { id }, floor.main);
  const inbounds = await floor.tx((tx) =>
    tx.rows<{ id: number }>(sql`select inbound_id as id from fba_part where company_id = ${sql.company} order by id`),
  );
  return { floor, id, call: lateFba, inbounds: inbounds.map((one) => one.id) };
}

const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(from.length, 1)];
const KINDS = ['good', 'good', 'good', 'checking', 'damaged'] as const;
const BASES = ['weight', 'volume', 'value', 'quantity'] as const;
const addCost = ({ floor, id, call }: World, amount: string, basis: (typeof BASES)[number]) =>
  server.ok(call, { id, costs: [{ kind: 'duty', amount, currency: 'CNY', basis }] }, floor.main);

/** Takes units from where they lie, as if they were sold. */
async function take({ floor }: World, product: number, most: number): Promise<void> {
  const bin = await floor.tx((tx) =>
    tx.row<{
      id: number;
      warehouseId: number;
      free: number;
    }>(sql`select location_id as id, warehouse_id, on_hand as free
      from bin_stock where company_id = ${sql.company} and warehouse_id <> ${floor.warehouseId} and condition = 'good'
        and on_hand > 0 and product_id = ${floor.productIds[product] ?? 0} order by location_id limit 1`),
  );
  if (!bin) return;
  const lines = [{ productId: floor.productIds[product] ?? 0, locationId: bin.id, delta: -Math.min(bin.free, most) }];
  await server.ok(adjustStock, { warehouseId: bin.warehouseId, reason: 'lost', lines }, floor.main);
}

const ACTS: Record<string, (w: World, n: number) => Promise<unknown>> = {
  cost: (w, n) => addCost(w, (1 + (n % 9973) / 100).toFixed(2), pick(BASES, n) ?? 'value'),
  /** Never more than is expected; also after the end. */
  async receive({ floor, inbounds }, n) {
    const id = pick(inbounds, n) ?? 0;
    const { state, lines } = await server.ok(getInbound, { id }, floor.main);
    const line = pick(
      lines.filter((one) => one.received < one.expected),
      n,
    );
    if (!line || state === 'done') return;
    const quantity = Math.min(1 + (n % 5), line.expected - line.received);
    const goods = [{ lineId: line.id, quantity, condition: pick(KINDS, n) ?? 'good' }];
    await server.ok(receiveInboundCall, { id, goods }, floor.main);
  },
  async check(w, n) {
    const id = pick(w.inbounds, n) ?? 0;
    const [waiting] = await w.floor.tx((tx) =>
      tx.rows<{ id: number; units: number }>(sql`select id, quantity - passed - failed as units from inbound_receipt
        where company_id = ${sql.company} and inbound_id = ${id} and condition = 'checking' and quantity > passed + failed order by id limit 1`),
    );
    if (!waiting) return;
    const failed = n % (waiting.units + 1);
    const found = { receiptId: waiting.id, passed: waiting.units - failed, failed, reason: 'Cracked' };
    await server.ok(checkReceiptCall, found, w.floor.main);
  },
  sell: (w, n) => take(w, n % 2, 1 + (n % 4)),
  close: ({ floor, inbounds }, n) =>
    n % 3 === 0 ? server.ok(closeInbounds, { ids: [pick(inbounds, n) ?? 0] }, floor.main) : Promise.resolve(),
  /** The month of today and all before it. */
  endMonth: ({ floor }, n) =>
    n % 4 === 0
      ? floor.tx((tx) =>
          tx.rows(sql`insert into finance_period (company_id, month, state, version, changed_at, changed_by)
            select id, date_trunc('month', (now() at time zone time_zone) + interval '1 day')::date, 'closed', 1, now(), 'test'
            from company where id = ${sql.company}
            on conflict (company_id, month) do update set state = 'closed'`),
        )
      : Promise.resolve(),
};

/** What the books hold of the costs, and the costs; and how far rounding may part them: half a cent an entry. */
async function sumsOf({ floor, id, call }: World) {
  await floor.tx((tx) => bookStock(tx, true));
  const kind = call === costLeg ? 'transit_leg' : fbaDocument.kind;
  const goods = sql`(case l.product_id when ${floor.productIds[0] ?? 0} then ${GOODS[0]}::numeric else ${GOODS[1]}::numeric end)`;
  const row = await floor.tx((tx) =>
    tx.row<{ booked: string; costs: string; layers: string; stock: string; entries: number }>(sql`
      select (select -sum(base_amount) from ledger_line where company_id = ${sql.company} and account = 'stock_received')
          - (select sum(l.quantity * ${goods}) from cost_layer l where company_id = ${sql.company}) as booked,
        (select sum(base_amount) from transit_cost where company_id = ${sql.company} and doc_kind = ${kind} and doc_id = ${id}) as costs,
        (select sum(remaining * unit_cost) from cost_layer where company_id = ${sql.company}) as layers,
        (select sum(base_amount) from ledger_line where company_id = ${sql.company} and account = 'stock_value') as stock,
        (select count(*)::int from ledger_line where company_id = ${sql.company}) as entries`),
  );
  const rounding = 0.005 * (row?.entries ?? 0);
  const apart = (a = '0', b = '0') => new Decimal(a).minus(b).abs().toNumber() - rounding;
  return { costs: apart(row?.booked, row?.costs), stock: apart(row?.layers, row?.stock) };
}

const act = fc.record({ act: fc.constantFrom(...Object.keys(ACTS)), n: fc.nat(10_000) });
const history = fc.array(act, { minLength: 15, maxLength: 40 });

describe('any history of costs that come late', () => {
  const worlds = {
    'of a first leg': () => legOnItsWay([17, 23]),
    'of an FBA shipment': () =>
      fbaOnItsWay([
        [9, 4],
        [8, 7],
      ]),
  };
  it.each(Object.entries(worlds))('%s keeps books whose shares sum to the costs', async (_name, open) => {
    await fc.assert(
      fc.asyncProperty(history, fc.nat(1000), async (acts, n) => {
        const w = await open();
        for (const one of acts) await ACTS[one.act]?.(w, one.n);
        await server.ok(closeInbounds, { ids: w.inbounds }, w.floor.main);
        await ACTS.cost?.(w, n);
        for (let more = 0; more < 50; more += 1) await ACTS.check?.(w, more);
        const sums = await sumsOf(w);
        expect(sums.costs).toBeLessThanOrEqual(0);
        expect(sums.stock).toBeLessThanOrEqual(0);
        expect(await brokenChecks(server.app, w.floor.main.companyId, (key) => key.startsWith('stock'))).toEqual([]);
      }),
      { numRuns: runs(4, 80) },
    );
  });
});

const booked = ({ floor }: World) =>
  floor.tx((tx) =>
    tx.rows<{
      step: string;
      account: string;
      base: string;
    }>(sql`select e.step, l.account, round(l.base_amount, 2)::text as base
      from ledger_entry e join ledger_line l on l.company_id = ${sql.company} and l.entry_id = e.id
      where e.company_id = ${sql.company} and e.step ~ '^(late|lost)' order by l.id`),
  );

describe('costs of an FBA shipment', () => {
  it('that come after it has left raise what is there, and book what was sold and what never came', async () => {
    const w = await fbaOnItsWay(
      [
        [6, 0],
        [4, 0],
      ],
      '20',
    );
    const [east = 0, west = 0] = w.inbounds;
    const goods = [{ productId: w.floor.productIds[0] ?? 0, quantity: 6 }];
    await server.ok(receiveInboundCall, { id: east, goods }, w.floor.main);
    await take(w, 0, 2);
    await server.ok(closeInbounds, { ids: [west] }, w.floor.main);
    // The freight of the four that never came: 2 a unit.
    expect(await booked(w)).toEqual([
      { step: 'lost', account: 'stock_difference', base: '8.00' },
      { step: 'lost', account: 'stock_received', base: '-8.00' },
    ]);
    await addCost(w, '100', 'quantity');
    expect((await booked(w)).slice(2)).toEqual([
      { step: 'late', account: 'stock_value', base: '40.00' },
      { step: 'late', account: 'purchase_difference', base: '20.00' },
      { step: 'late', account: 'stock_difference', base: '40.00' },
      { step: 'late', account: 'stock_received', base: '-100.00' },
    ]);
    const shown = await server.ok(getFba, { id: w.id }, w.floor.main);
    expect(shown.lines.map((line) => line.landedCost)).toEqual(['15.370000']);
    expect(shown.costs.map((cost) => cost.baseAmount)).toEqual(['20.0000', '100.0000']);
    const [newest] = await server.ok(fbaHistory, { id: w.id }, w.floor.main);
    expect(newest).toMatchObject({ event: 'late', detail: { count: 1 } });
    const entries = await w.floor.tx((tx) =>
      tx.rows<{ id: number; step: string }>(sql`select id, step from ledger_entry where company_id = ${sql.company}
        and step ~ '^(late|lost)' order by id`),
    );
    const paths = await Promise.all(
      entries.map(async ({ id }) => (await server.ok(getBalanceEntry, { id }, w.floor.main)).path),
    );
    expect(paths).toEqual([`/warehouse/inbound?open=${west}`, `/transit/fba?open=${w.id}`]);
  });

  it('take back what was lost for units that come after the end, and are refused before it has left', async () => {
    const w = await legOnItsWay([10, 5]);
    const [inbound = 0] = w.inbounds;
    const { lines } = await server.ok(getInbound, { id: inbound }, w.floor.main);
    const receive = (at: number, quantity: number, condition: 'good' | 'checking' = 'good') =>
      server.ok(
        receiveInboundCall,
        { id: inbound, goods: [{ lineId: lines[at]?.id ?? 0, quantity, condition }] },
        w.floor.main,
      );
    // It comes again at what it costs then, though all of it was there when the cost came.
    const { receiptIds } = await receive(1, 5);
    await addCost(w, '15', 'quantity');
    await server.ok(undoReceiptCall, { receiptId: receiptIds[0] ?? 0 }, w.floor.main);
    await receive(1, 5);
    await receive(0, 4, 'checking');
    await server.ok(closeInbounds, { ids: [inbound] }, w.floor.main);
    const lost = async () =>
      (await booked(w))
        .filter((line) => line.step.startsWith('lost') && line.account === 'stock_difference')
        .map((line) => Number(line.base));
    const [gone = 0] = await lost();
    await receive(0, 6);
    expect(await lost()).toEqual([gone, -gone]);
    const draft = { fromWarehouseId: w.floor.warehouseId, warehouseId: 0, mode: 'sea' as const };
    const { warehouseId } = await server.ok(getLeg, { id: w.id }, w.floor.main);
    const { id } = await server.ok(
      saveLeg,
      { ...draft, warehouseId, lines: [{ productId: w.floor.productIds[0] ?? 0, quantity: 1 }] },
      w.floor.main,
    );
    const costs = [{ kind: 'duty' as const, amount: '1', currency: 'CNY', basis: 'value' as const }];
    const refused = await server.call(costLeg, { id, costs }, w.floor.main);
    expect(refused).toMatchObject({ status: 409, data: { error: 'document.state' } });
  });
});
