import { rights } from '@tradewind/contract/access/modules.ts';
import { mergeProducts } from '@tradewind/contract/catalog.ts';
import {
  describeReport,
  exportInboundOutbound,
  exportReport,
  getInboundOutbound,
  inventoryMonthRecordList,
  runReport,
} from '@tradewind/contract/reports.ts';
import { listStock, PLACE_REASONS } from '@tradewind/contract/stock.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportedRows } from '../../testing/export.ts';
import { ownServer, type Person, type TestServer } from '../../testing/harness.ts';
import { runs } from '../../testing/property.ts';
import { opensIntoLines } from './reports.testing.ts';
import { ask, figuresOf, openStocked, type Stocked, totalsOf } from './stock.testing.ts';

let server: TestServer;
let world: Stocked;
/** Every report and the second warehouse alone, without costs. */
let keeper: Person;
beforeAll(async () => {
  server = await ownServer();
  world = await openStocked(server);
  const { owner } = server.app.database;
  const reports = [rights.movementReport, rights.monthlyStockReport];
  keeper = await server.member(
    world.main.companyId,
    reports.flatMap(({ view, export: file }) => [view, file]),
  );
  const of = [world.main.companyId, keeper.userId];
  await owner.query(`insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`, [
    ...of,
    world.secondId,
  ]);
  await owner.query(`insert into user_base_permission values ($1, $2, 'export')`, of);
  await server.startWorker();
});
afterAll(() => server.close());

interface Movement {
  warehouse: string;
  product: string;
  reason: string;
  onHand: number;
  day: string;
}
const movements = async (): Promise<Movement[]> =>
  (
    await server.app.database.owner.query(
      `select m.warehouse_id::text as warehouse, m.product_id::text as product, m.reason, m.on_hand as "onHand",
         (m.at at time zone c.time_zone)::date::text as day
       from stock_movement m join company c on c.id = m.company_id where m.company_id = $1 and m.condition = 'good'`,
      [world.main.companyId],
    )
  ).rows.filter(({ reason }) => !PLACE_REASONS.includes(reason));
const sum = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0);

/** Stock before, in, out and after of these movements, counted one by one. */
function counted(all: readonly Movement[], { from, to }: { from: string; to: string }) {
  const units = (which: (one: Movement) => boolean) => sum(all.filter(which).map(({ onHand }) => onHand));
  const within = ({ day }: Movement) => day >= from && day <= to;
  return {
    opening: units(({ day }) => day < from),
    movedIn: units((one) => within(one) && one.onHand > 0),
    movedOut: 0 - units((one) => within(one) && one.onHand < 0),
    closing: units(({ day }) => day <= to),
  };
}
const span = async (first: number, last: number) => ({ from: await world.day(first), to: await world.day(last) });

describe('what came into warehouses and left them', () => {
  it('has the stock before and after of every row, as its movements say', async () => {
    const all = await movements();
    for (const days of [await span(40, 10), await span(300, 0), await span(0, 0), await span(400, 300)]) {
      const found = await ask(server, world.main, 'movement', { ...days, dimensions: ['warehouse', 'product'] });
      expect(totalsOf(found)).toEqual(counted(all, days));
      const pairs = new Map(all.map(({ warehouse, product }) => [`${warehouse}/${product}`, { warehouse, product }]));
      const expected = [...pairs.values()]
        .map(({ warehouse, product }) => ({
          ...{ warehouse, product },
          ...counted(
            all.filter((one) => one.warehouse === warehouse && one.product === product),
            days,
          ),
        }))
        .filter(({ opening, movedIn, movedOut }) => opening || movedIn || movedOut);
      const shown = figuresOf(found);
      expect(shown).toHaveLength(expected.length);
      expect(shown).toEqual(expect.arrayContaining(expected));
    }
  });

  it('ends with the balances of today', async () => {
    const { closing } = totalsOf(await ask(server, world.main, 'movement', await span(30, 0)));
    const { rows } = await server.app.database.owner.query(
      'select sum(on_hand)::int as n from stock_balance where company_id = $1',
      [world.main.companyId],
    );
    expect(closing).toBe(rows[0].n);
  });

  it('adds up however it is grouped; no row of a reason or a day has a stock', async () => {
    const days = await span(140, 3);
    const whole = totalsOf(await ask(server, world.main, 'movement', days));
    expect(whole.opening).toBeGreaterThan(0);
    const dimensions = fc.uniqueArray(
      fc.constantFrom('warehouse', 'product', 'category', 'reason', 'day', 'week', 'month'),
      { minLength: 1, maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(dimensions, async (by) => {
        const found = await ask(server, world.main, 'movement', { ...days, dimensions: by, pageSize: 200 });
        expect(totalsOf(found)).toEqual(whole);
        const rows = figuresOf(found);
        if (found.total > rows.length) return;
        const ofMovements = by.some((name) => ['reason', 'day', 'week', 'month'].includes(name));
        for (const measure of ['opening', 'movedIn', 'movedOut', 'closing'] as const) {
          const figures = rows.map((row) => row[measure] as number | null);
          if (ofMovements && (measure === 'opening' || measure === 'closing'))
            expect(figures.every((one) => one === null)).toBe(true);
          else expect(sum(figures.map(Number))).toBe(whole[measure]);
        }
      }),
      { numRuns: runs(10, 200) },
    );
  });

  it('says no stock where a reason is chosen, and names reasons in words', async () => {
    const days = await span(300, 0);
    const found = await ask(server, world.main, 'movement', {
      ...days,
      dimensions: ['reason'],
      filters: { reason: ['scrap'] },
    });
    const scrapped = -sum((await movements()).filter(({ reason }) => reason === 'scrap').map(({ onHand }) => onHand));
    expect(totalsOf(found)).toEqual({ opening: null, movedIn: 0, movedOut: scrapped, closing: null });
    expect(found.rows.map(({ labels }) => labels)).toEqual([['报废']]);
  });

  it('shows a person their warehouses: also in the file and in the specification’s calls', async () => {
    const days = await span(30, 0);
    const found = await ask(server, keeper, 'movement', { ...days, dimensions: ['warehouse'] });
    const own = counted(
      (await movements()).filter(({ warehouse }) => warehouse === String(world.secondId)),
      days,
    );
    expect(figuresOf(found)).toEqual([{ warehouse: String(world.secondId), ...own }]);
    expect(totalsOf(found)).toEqual(own);
    expect(found.header.scoped).toBe(true);
    const file = await exportedRows(
      server,
      exportReport,
      { report: 'movement', ...days, dimensions: ['warehouse'] },
      keeper,
    );
    expect(file).toEqual([
      {
        仓库: 'Second',
        期初库存: String(own.opening),
        入库: String(own.movedIn),
        出库: String(own.movedOut),
        期末库存: String(own.closing),
      },
    ]);
    const requested = { startDate: days.from, endDate: days.to };
    const list = await server.ok(getInboundOutbound, requested, keeper);
    expect(list.total).toBe(3);
    expect(sum(list.list.map((row) => Number(row.closing)))).toBe(own.closing);
    const other = await server.ok(getInboundOutbound, { ...requested, houseId: world.warehouseId }, keeper);
    expect(other).toEqual({ list: [], total: 0 });
    expect(
      (await server.call(exportInboundOutbound, { filters: requested }, await server.member(world.main.companyId)))
        .status,
    ).toBe(403);
    expect(
      (await server.call(describeReport, { report: 'movement' }, await server.member(world.main.companyId))).status,
    ).toBe(403);
  });
});

/** The company's months that these days fall into, with their first and last days. */
const monthsOf = (from: string, to: string) => {
  const found: { month: string; from: string; to: string }[] = [];
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); ) {
    const [year, number] = month.split('-').map(Number) as [number, number];
    const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
    found.push({ month, from: `${month}-01`, to: last });
    month = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
  }
  return found;
};
/** What the layers held at the end of a day. */
const layersAt = (day: string) => world.noted.findLast((one) => one.day <= day)?.layers ?? [];
const worth = (layers: readonly { value: number }[]) => Number(sum(layers.map(({ value }) => value)).toFixed(2));

describe('stock by month', () => {
  it('has each month’s stock and value, and over several months the first opening and the last closing', async () => {
    const all = await movements();
    const days = await span(150, 0);
    const months = monthsOf(days.from, days.to);
    const found = await ask(server, world.main, 'monthlyStock', { ...days, dimensions: ['month'] });
    const rows = figuresOf(found);
    expect(rows.map(({ month }) => month)).toEqual(months.map(({ month }) => month).reverse());
    for (const { month, ...range } of months) {
      const row = rows.find((one) => one.month === month);
      expect(row).toMatchObject(counted(all, range));
      expect(row?.closingValue).toBeCloseTo(worth(layersAt(range.to)), 1);
    }
    const whole = { from: months[0]?.from ?? '', to: months.at(-1)?.to ?? '' };
    const { closingValue, ...units } = totalsOf(found);
    expect(units).toEqual(counted(all, whole));
    expect(closingValue).toBeCloseTo(worth(layersAt(whole.to)), 1);
    const byProduct = await ask(server, world.main, 'monthlyStock', { ...days, dimensions: ['product'] });
    expect(totalsOf(byProduct)).toEqual(totalsOf(found));
    expect(sum(figuresOf(byProduct).map(({ opening }) => Number(opening)))).toBe(units.opening);
    const [first] = months;
    const one = await ask(server, world.main, 'monthlyStock', { ...days, filters: { month: [first?.month] } });
    expect(totalsOf(one)).toMatchObject(counted(all, first ?? days));
  });

  it('shows a closed month as it was stored', async () => {
    const days = await span(60, 60);
    const [month] = monthsOf(days.from, days.to);
    const before = await ask(server, world.main, 'monthlyStock', { ...days, dimensions: ['warehouse', 'product'] });
    // Stored with a thousand more, so that it is no other's doing.
    for (const row of figuresOf(before))
      await server.app.database.owner.query(
        'insert into stock_month (company_id, month, warehouse_id, product_id, opening, moved_in, moved_out, closing) values ($1, $2, $3, $4, $5 + 1000, $6, $7, $8 + 1000)',
        [
          world.main.companyId,
          month?.from,
          row.warehouse,
          row.product,
          row.opening,
          row.movedIn,
          row.movedOut,
          row.closing,
        ],
      );
    const stored = await ask(server, world.main, 'monthlyStock', { ...days, dimensions: ['warehouse', 'product'] });
    expect(figuresOf(stored)).toEqual(
      figuresOf(before).map((row) => ({
        ...row,
        opening: Number(row.opening) + 1000,
        closing: Number(row.closing) + 1000,
      })),
    );
    const list = await server.ok(
      inventoryMonthRecordList,
      { month: month?.month, houseId: world.secondId },
      world.main,
    );
    expect(list.list.map(({ warehouseId }) => warehouseId)).toEqual(list.list.map(() => String(world.secondId)));
    expect(list.total).toBe(3);
  });

  it('shows no value to whoever may not see costs', async () => {
    const described = await server.ok(describeReport, { report: 'monthlyStock' }, keeper);
    expect(described.measures.map(({ name }) => name)).not.toContain('closingValue');
    const refused = await server.call(
      runReport,
      { report: 'monthlyStock', ...(await span(1, 0)), dimensions: [], measures: ['closingValue'] },
      keeper,
    );
    expect(refused.status).toBe(400);
    const list = await server.ok(inventoryMonthRecordList, {}, keeper);
    expect(Object.keys(list.list[0] ?? {})).not.toContain('closingValue');
    expect(new Set(list.list.map(({ warehouseId }) => warehouseId))).toEqual(new Set([String(world.secondId)]));
    for (const report of ['stockValue', 'stockAge', 'sellThrough'] as const) {
      const { measures } = await server.ok(describeReport, { report }, keeper);
      const cost = ['stockValue', 'stockCost', 'soldCost', 'averageValue', 'turnover'];
      expect(measures.map(({ name }) => name).filter((name) => cost.includes(name))).toEqual([]);
    }
  });
});

describe('what stock is worth, and how old it is', () => {
  it('was worth at any day what the layers held then', async () => {
    for (const back of [180, 100, 46, 45, 10, 0]) {
      const to = await world.day(back);
      const then = layersAt(to);
      const found = await ask(server, world.main, 'stockValue', { from: to, to, dimensions: ['warehouse', 'product'] });
      expect(totalsOf(found).stockUnits).toBe(sum(then.map(({ units }) => units)));
      expect(totalsOf(found).stockValue).toBeCloseTo(worth(then), 1);
      for (const { warehouse, product, stockUnits, stockValue } of figuresOf(found)) {
        const own = then.filter((one) => one.warehouse === warehouse && one.product === product);
        expect(stockUnits).toBe(sum(own.map(({ units }) => units)));
        expect(stockValue).toBeCloseTo(worth(own), 1);
      }
      const held = (from: number, upTo: number) =>
        sum(
          then
            .map(({ units, received }) => ({ units, days: (Date.parse(to) - Date.parse(received)) / 86_400_000 }))
            .filter(({ days }) => days > from && days <= upTo)
            .map(({ units }) => units),
        );
      const ages = figuresOf(await ask(server, world.main, 'stockAge', { from: to, to, dimensions: ['age'] }));
      const shown = (age: string) => Number(ages.find((one) => one.age === age)?.stockUnits ?? 0);
      expect(['0-90', '91-180', '181-270'].map(shown)).toEqual([held(-1, 90), held(90, 180), held(180, 270)]);
    }
  });

  it('is worth today what the page of stock shows', async () => {
    const to = await world.day(0);
    const rows = figuresOf(
      await ask(server, world.main, 'stockValue', { from: to, to, dimensions: ['warehouse', 'product'] }),
    );
    const page = await server.ok(listStock, { sort: 'sku', order: 'asc', page: 1, pageSize: 50 }, world.main);
    expect(page.rows.map((row) => [String(row.warehouseId), String(row.productId), Number(row.value)])).toEqual(
      expect.arrayContaining(rows.map(({ warehouse, product, stockValue }) => [warehouse, product, stockValue])),
    );
    expect(page.rows.filter(({ value }) => Number(value) > 0)).toHaveLength(rows.length);
  });
});

describe('how fast stock sells', () => {
  it('weighs shipped units against what lay there each hour', async () => {
    const days = await span(90, 2);
    const found = await ask(server, world.main, 'sellThrough', { ...days, dimensions: ['warehouse'] });
    const { rows } = await server.app.database.owner.query(
      `select m.warehouse_id::text as warehouse, m.reason, m.on_hand as "onHand", extract(epoch from m.at)::float as at,
         extract(epoch from ($2::date)::timestamp at time zone c.time_zone)::float as begin,
         extract(epoch from ($3::date + 1)::timestamp at time zone c.time_zone)::float as until
       from stock_movement m join company c on c.id = m.company_id where m.company_id = $1 order by m.at, m.id`,
      [world.main.companyId, days.from, days.to],
    );
    for (const row of figuresOf(found)) {
      const own = rows.filter(({ warehouse }) => warehouse === row.warehouse);
      const { begin, until } = own[0];
      // The stock of each stretch between two movements, times its length.
      let [stock, at, area] = [0, begin, 0];
      for (const one of own.filter((movement) => movement.at < until)) {
        const moment = Math.max(one.at, begin);
        area += stock * (moment - at);
        [stock, at] = [stock + one.onHand, moment];
      }
      area += stock * (until - at);
      const shipped = -sum(
        own.filter((one) => one.reason === 'shipment' && one.at >= begin && one.at < until).map(({ onHand }) => onHand),
      );
      expect(row.shipped).toBe(shipped);
      expect(row.closing).toBe(stock);
      expect(row.averageStock).toBeCloseTo(area / (until - begin), 0);
      expect(row.sellThrough).toBeCloseTo((100 * shipped) / (area / (until - begin)), 0);
      expect(row.cover).toBeCloseTo((stock * 89) / shipped, 0);
      expect(Number(row.turnover)).toBeCloseTo(Number(row.soldCost) / Number(row.averageValue), 1);
      expect(Number(row.averageValue) / Number(row.averageStock)).toBeGreaterThan(3);
    }
    expect(found.rows).toHaveLength(2);
    const { rows: sold } = await server.app.database.owner.query(
      `select sum(i.quantity * i.unit_cost)::float as cost from cost_issue i join company c on c.id = i.company_id
       where i.company_id = $1 and i.doc_kind = 'outbound' and (i.at at time zone c.time_zone)::date between $2 and $3`,
      [world.main.companyId, days.from, days.to],
    );
    expect(totalsOf(found).soldCost).toBeCloseTo(sold[0].cost, 1);
  });
});

describe('each of these reports', () => {
  const REPORTS = ['monthlyStock', 'stockValue', 'stockAge', 'sellThrough'] as const;
  const BY = ['month', 'warehouse', 'product', 'category', 'age'];

  it('has the same totals however it is grouped, and plain sums add up to them', async () => {
    const days = await span(120, 4);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...REPORTS), fc.shuffledSubarray(BY, { minLength: 1 }), async (report, by) => {
        const known = (await server.ok(describeReport, { report }, world.main)).dimensions.map(({ name }) => name);
        const dimensions = by.filter((name) => known.some((one) => one === name)).slice(0, 4);
        const whole = totalsOf(await ask(server, world.main, report, days));
        const found = await ask(server, world.main, report, { ...days, dimensions, pageSize: 200 });
        expect(totalsOf(found)).toEqual(whole);
        for (const measure of ['movedIn', 'movedOut', 'stockUnits', 'shipped'].filter((name) => name in whole))
          expect(sum(figuresOf(found).map((row) => Number(row[measure])))).toBe(whole[measure]);
      }),
      { numRuns: runs(12, 200) },
    );
  });

  it.each(['movement', 'monthlyStock', 'stockValue', 'stockAge', 'sellThrough'] as const)(
    '%s: each row opens into movements or layers',
    async (report) => {
      const days = report.startsWith('stock') ? await span(15, 15) : await span(140, 3);
      await opensIntoLines(server, world.main, report, days);
    },
  );

  it('shows a person their warehouses alone', async () => {
    const days = await span(120, 4);
    for (const report of REPORTS) {
      const own = totalsOf(await ask(server, keeper, report, days));
      const filters = { warehouse: [String(world.secondId)] };
      const whole = totalsOf(await ask(server, world.main, report, { ...days, filters }));
      expect(Object.keys(own).length).toBeGreaterThan(0);
      expect(whole).toMatchObject(own);
    }
  });
});

describe('two products that became one', () => {
  it('were worth before what they were, and count as the one that stayed', async () => {
    const past = await world.day(8);
    const requested = async () => {
      const value = await ask(server, world.main, 'stockValue', { from: past, to: past, dimensions: ['age'] });
      const moved = await ask(server, world.main, 'movement', { ...(await span(60, 8)), dimensions: ['warehouse'] });
      return [totalsOf(value), figuresOf(value), totalsOf(moved), figuresOf(moved)];
    };
    const before = await requested();
    const [from = 0, into = 0] = world.productIds;
    await server.ok(mergeProducts, { fromId: from, intoId: into }, world.main);
    expect(await requested()).toEqual(before);
    const to = await world.day(0);
    const products = figuresOf(await ask(server, world.main, 'stockValue', { from: to, to, dimensions: ['product'] }));
    expect(products.map(({ product }) => product)).not.toContain(String(from));
  });
});
