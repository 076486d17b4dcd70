import {
  changeOrderLines,
  getOrder,
  holdOrders,
  mergeOrders,
  previewUndo,
  resumeOrders,
  sendBackOrders,
  splitOrder,
  undoOrders,
  unmergeOrders,
} from '@tradewind/contract/orders.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { cancelOrders } from '../actions/cancel.ts';
import {
  addBundle,
  after,
  cancelInWarehouse,
  linesObserved,
  makeLine,
  makeOrder,
  type OrderWorld,
  openWorld,
  takeStep,
  wrongs,
} from '../orders.testing.ts';
import { undeclared } from '../reserve/interleave.testing.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { stock: 0 });
  await addBundle(world, 'SET', { 1: 2, 2: 1 });
});
afterAll(() => server.close());

const ORDERS = 5;
const ACTS = [
  'split',
  'split',
  'merge',
  'merge',
  'unmerge',
  'hold',
  'resume',
  'sendBack',
  'cancel',
  'undo',
  'undo',
  'lines',
  'reserve',
  'reserve',
  'reserve',
  'wave',
  'pick',
  'pack',
  'ship',
  'buyerAsks',
  'buyerRests',
  'platformShips',
  'warehouseCancels',
] as const;
const deeds = fc.array(
  fc.record({ act: fc.constantFrom(...ACTS), order: fc.nat({ max: 30 }), other: fc.nat({ max: 30 }) }),
  {
    minLength: 15,
    maxLength: 45,
  },
);
type Deed = { act: (typeof ACTS)[number]; order: number; other: number };

const linesOf = (n: number) => [makeLine('1', n % 2 ? 'SET' : 'SKU-1', 1 + (n % 3)), makeLine('2', 'SKU-2')];
let run = 0;
let clock = 0;

interface Scene {
  prefix: string;
  undos: number[];
}

const owner = () => server.app.database.owner;
const family = async ({ prefix }: Scene) =>
  (
    await owner().query<{ id: number }>(
      `select id from sales_order where company_id = $1 and platform_order_no like $2 order by id`,
      [world.main.companyId, `${prefix}-%`],
    )
  ).rows.map((row) => Number(row.id));

/** Calls that others may have overtaken: a refusal is fine, an error is not. */
async function requested(answer: Promise<{ status: number; data: unknown }>): Promise<number | undefined> {
  const { status, data } = await answer;
  if (status >= 500) throw new Error(JSON.stringify(data));
  return (data as { undoId?: number } | null)?.undoId;
}

async function act(scene: Scene, deed: Deed): Promise<void> {
  const ids = await family(scene);
  const id = ids[deed.order % ids.length] ?? 0;
  const no = `${scene.prefix}-${deed.order % ORDERS}`;
  const more = {
    updatedAt: after(10 + ++clock),
    lines: linesOf(deed.order % ORDERS),
    orderedAt: after(deed.order % ORDERS),
    buyerEmail: `${scene.prefix}@example.test`,
  };
  const as = world.main;
  const note = (undoId: number | undefined) => void (undoId && scene.undos.push(undoId));
  switch (deed.act) {
    case 'split': {
      const found = await server.call(getOrder, { id }, as);
      const line = found.data.lines?.[deed.other % 2];
      if (line)
        note(
          await requested(server.call(splitOrder, { id, parts: [{ lines: [{ lineId: line.id, quantity: 1 }] }] }, as)),
        );
      return;
    }
    case 'lines': {
      const found = await server.call(getOrder, { id }, as);
      if (found.status !== 200) return;
      const observed = linesObserved(found.data);
      const gift = { productId: world.productIds[2] ?? 0, quantity: 1 };
      note(await requested(server.call(changeOrderLines, { id, seen: observed, lines: [...observed, gift] }, as)));
      return;
    }
    case 'merge':
      return note(
        await requested(server.call(mergeOrders, { ids: [...new Set([id, ids[deed.other % ids.length] ?? 0])] }, as)),
      );
    case 'unmerge':
      return note(await requested(server.call(unmergeOrders, { ids: [id] }, as)));
    case 'hold':
      return note(await requested(server.call(holdOrders, { ids: [id] }, as)));
    case 'resume':
      return note(await requested(server.call(resumeOrders, { ids: [id] }, as)));
    case 'sendBack':
      return note(await requested(server.call(sendBackOrders, { ids: [id] }, as)));
    case 'undo': {
      const undoId = scene.undos[deed.other % Math.max(1, scene.undos.length)];
      if (undoId) await requested(server.call(undoOrders, { undoId }, as));
      return;
    }
    case 'cancel':
      await world.tx((tx) => cancelOrders(tx, [id], { by: 'user' }));
      return;
    case 'buyerAsks':
      await world.take([makeOrder(no, { ...more, cancelRequested: true })]);
      return;
    case 'buyerRests':
      await world.take([makeOrder(no, more)]);
      return;
    case 'platformShips':
      await world.take([makeOrder(no, { ...more, status: 'shipped' })]);
      return;
    case 'warehouseCancels':
      return cancelInWarehouse(world, id);
    default:
      await takeStep(world, id, deed.act);
  }
}

/** Units of each platform order over all its parts: no action adds or loses any. */
async function units({ prefix }: Scene): Promise<unknown[]> {
  const found = await owner().query(
    `select coalesce(w.platform_order_no, o.platform_order_no) as no, l.platform_line_id as line, sum(l.quantity)::int as units
     from sales_order o left join sales_order w on w.company_id = o.company_id and w.id = o.split_from
     join order_line l on l.company_id = o.company_id and l.order_id = o.id
     where o.company_id = $1 and o.platform_order_no like $2 and l.platform_line_id not like 'gift:%' group by 1, 2 order by 1, 2`,
    [world.main.companyId, `${prefix}-%`],
  );
  return found.rows;
}

async function money({ prefix }: Scene): Promise<unknown[]> {
  const found = await owner().query(
    `select coalesce(split_from, id) as id, sum(goods_amount)::text as goods, sum(total_amount)::text as total from sales_order
     where company_id = $1 and platform_order_no like $2 group by 1 order by 1`,
    [world.main.companyId, `${prefix}-%`],
  );
  return found.rows;
}

async function begin(): Promise<Scene> {
  const scene = { prefix: `A${++run}`, undos: [] };
  await world.stock(world.productIds[0] ?? 0, 7);
  await world.stock(world.productIds[1] ?? 0, 4);
  await world.stock(world.productIds[2] ?? 0, 2);
  await world.take(
    Array.from({ length: ORDERS }, (_, n) =>
      makeOrder(`${scene.prefix}-${n}`, {
        lines: linesOf(n),
        orderedAt: after(n),
        buyerEmail: `${scene.prefix}@example.test`,
      }),
    ),
  );
  return scene;
}

/** Three of the orders are merged and ready to pick. */
async function inOneBox(scene: Scene): Promise<void> {
  const ids = (await family(scene)).slice(0, 3);
  await server.ok(mergeOrders, { ids }, world.main);
  await takeStep(world, ids[0] ?? 0, 'reserve');
}

/** What undo must restore, for all orders of the scene. */
async function state({ prefix }: Scene): Promise<unknown[]> {
  const found = await owner().query(
    `select o.platform_order_no as no, o.status, o.exception, b.platform_order_no as box, o.goods_amount, o.total_amount, o.platform_lines, o.units,
       (select jsonb_agg(jsonb_build_array(l.platform_line_id, l.quantity, l.product_id, l.reserved, l.warehouse_id) order by l.platform_line_id)
        from order_line l where l.company_id = o.company_id and l.order_id = o.id) as lines
     from sales_order o left join sales_order b on b.company_id = o.company_id and b.id = o.merged_into
     where o.company_id = $1 and o.platform_order_no like $2 order by 1`,
    [world.main.companyId, `${prefix}-%`],
  );
  return found.rows;
}

describe('orders that are cut, put together and undone', () => {
  it('by many hands at once: nothing is oversold, no unit or cent is made or lost, ledger and boxes stay one story', async () => {
    await fc.assert(
      fc.asyncProperty(deeds, fc.integer({ min: 2, max: 8 }), fc.boolean(), async (all, hands, together) => {
        const scene = await begin();
        if (together) await inOneBox(scene);
        const [before, worth] = [await units(scene), await money(scene)];
        const queue = [...all];
        await Promise.all(
          Array.from({ length: hands }, async () => {
            for (let deed = queue.shift(); deed; deed = queue.shift()) await act(scene, deed);
          }),
        );
        expect([...(await wrongs(world)), ...(await undeclared(world))]).toEqual([]);
        expect([await units(scene), await money(scene)]).toEqual([before, worth]);
      }),
      { numRuns: runs(9, 200), endOnFailure: true },
    );
  });

  it('what a preview promises comes back exactly', async () => {
    const undoable: readonly string[] = ['split', 'merge', 'hold', 'sendBack', 'lines'];
    await fc.assert(
      fc.asyncProperty(deeds, fc.nat({ max: 30 }), fc.constantFrom(...undoable), async (all, order, last) => {
        const scene = await begin();
        if (order % 2 === 0) await inOneBox(scene);
        for (const deed of all.slice(0, 12)) await act(scene, deed);
        const before = await state(scene);
        const known = scene.undos.length;
        await act(scene, { act: last as Deed['act'], order, other: order + 1 });
        const undoId = scene.undos[known];
        if (undoId === undefined) return;
        const { orders } = await server.ok(previewUndo, { undoId }, world.main);
        const whole = orders.every((one) => one.comesBack);
        const answer = await server.ok(undoOrders, { undoId }, world.main);
        expect(answer.done).toBe(orders.filter((one) => one.comesBack).length);
        // No other order took the stock meanwhile, so it is allocated again too.
        if (whole) expect(await state(scene)).toEqual(before);
        expect(await wrongs(world)).toEqual([]);
      }),
      { numRuns: runs(9, 200), endOnFailure: true },
    );
  });
});
