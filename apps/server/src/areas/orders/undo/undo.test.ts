import { rights } from '@tradewind/contract/access/modules.ts';
import {
  allocateOrders,
  cancelOrders,
  changeOrderLines,
  getOrder,
  holdOrders,
  mergeOrders,
  orderUndos,
  previewUndo,
  prioritiseOrders,
  remarkOrders,
  resumeOrders,
  reviewOrders,
  routeOrders,
  sendBackOrders,
  splitOrder,
  undoOrders,
} from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import {
  after,
  grantShops,
  linesObserved,
  makeLine,
  makeOrder,
  type OrderWorld,
  openWorld,
  walk,
  wrongs,
} from '../orders.testing.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { stock: 500 });
});
afterAll(() => server.close());

const detailOf = (id: number) => server.ok(getOrder, { id }, world.main);
/** What undo must restore: the whole order except its history and version. */
async function stateOf(id: number): Promise<unknown> {
  const { version: _v, history: _h, outbounds, lines, ...order } = await detailOf(id);
  const live = outbounds.filter((o) => o.state !== 'cancelled').map((o) => [o.state, o.warehouseName]);
  const goods = lines.map(({ id: _id, ...line }) => JSON.stringify(line)).sort();
  return { ...order, live, goods };
}

let orders = 0;
/** A new order that is allocated, waiting or pending review. */
async function order(
  status: 'review' | 'allocate' | 'ready' | 'held' = 'ready',
  more: Parameters<typeof makeOrder>[1] = {},
) {
  const no = `U-${++orders}`;
  await world.take([makeOrder(no, { lines: [makeLine('1', 'SKU-1', 3), makeLine('2', 'SKU-2')], ...more })]);
  const id = await world.idOf(no);
  if (status === 'ready') await walk(world, id, 'reserve');
  if (status === 'review') await server.ok(sendBackOrders, { ids: [id] }, world.main);
  if (status === 'held') await server.ok(holdOrders, { ids: [id] }, world.main);
  return id;
}

const after25Hours = (undoId: number | undefined) =>
  server.app.database.owner.query(`update order_undo set at = at - interval '25 hours' where id = $1`, [undoId]);
const undo = (undoId: number | undefined) => server.ok(undoOrders, { undoId: undoId ?? 0 }, world.main);
const preview = async (undoId: number | undefined) =>
  (await server.ok(previewUndo, { undoId: undoId ?? 0 }, world.main)).orders;

describe('undoing', () => {
  const acts: [
    name: string,
    from: Parameters<typeof order>[0],
    act: (id: number) => Promise<{ undoId?: number | undefined }>,
  ][] = [
    ['review', 'review', (id) => server.ok(reviewOrders, { ids: [id] }, world.main)],
    ['sending back', 'ready', (id) => server.ok(sendBackOrders, { ids: [id] }, world.main)],
    ['holding what is reserved', 'ready', (id) => server.ok(holdOrders, { ids: [id] }, world.main)],
    ['holding what waits', 'review', (id) => server.ok(holdOrders, { ids: [id] }, world.main)],
    ['resuming', 'held', (id) => server.ok(resumeOrders, { ids: [id] }, world.main)],
    ['a remark', 'ready', (id) => server.ok(remarkOrders, { ids: [id], remark: 'Fragile' }, world.main)],
    ['a priority', 'ready', (id) => server.ok(prioritiseOrders, { ids: [id], priority: 3 }, world.main)],
    ['another warehouse', 'ready', (id) => server.ok(routeOrders, { ids: [id], warehouseId: null }, world.main)],
    [
      'other lines and a gift',
      'ready',
      async (id) => {
        const observed = linesObserved(await detailOf(id));
        const [one] = observed;
        const productId = world.productIds[2] ?? 0;
        const lines = [
          { lineId: one?.lineId ?? 0, quantity: 2 },
          { productId, quantity: 1 },
        ];
        return server.ok(changeOrderLines, { id, seen: observed, lines }, world.main);
      },
    ],
    [
      'a split',
      'ready',
      async (id) => {
        const [one, two] = (await detailOf(id)).lines;
        const parts = [
          { lines: [{ lineId: one?.id ?? 0, quantity: 1 }] },
          {
            lines: [
              { lineId: two?.id ?? 0, quantity: 1 },
              { lineId: one?.id ?? 0, quantity: 1 },
            ],
          },
        ];
        return server.ok(splitOrder, { id, parts }, world.main);
      },
    ],
  ];
  it.each(acts)('of %s brings everything back as it was, and once only', async (_name, from, act) => {
    const id = await order(from);
    const before = await stateOf(id);
    const { undoId } = await act(id);
    expect(await stateOf(id)).not.toEqual(before);
    expect(await preview(undoId)).toMatchObject([{ id, comesBack: true }]);
    const [listed] = await server.ok(orderUndos, { id }, world.main);
    expect(listed).toMatchObject({ undoId, why: '' });
    // It stands at a line that the act wrote.
    expect((await detailOf(id)).history.map((row) => row.at)).toContain(listed?.at);
    expect(await undo(undoId)).toMatchObject({ done: 1, failed: [] });
    expect(await stateOf(id)).toEqual(before);
    expect((await server.ok(orderUndos, { id }, world.main)).map((one) => one.undoId)).not.toContain(undoId);
    const history = (await detailOf(id)).history;
    expect(history.some((row) => row.event === 'undone')).toBe(true);
    expect(await undo(undoId)).toMatchObject({ done: 1, failed: [] });
    expect((await detailOf(id)).history).toEqual(history);
    expect(await wrongs(world)).toEqual([]);
  });

  it('stands in the history with the reason why it is not possible, and not for whoever may not press its button', async () => {
    const id = await order('ready');
    const { undoId } = await server.ok(remarkOrders, { ids: [id], remark: 'First' }, world.main);
    await server.ok(remarkOrders, { ids: [id], remark: 'Second' }, world.main);
    const listed = await server.ok(orderUndos, { id }, world.main);
    expect(listed.map(({ act, why }) => [act, why !== ''])).toEqual([
      ['remark', false],
      ['remark', true],
    ]);
    expect(listed[1]?.undoId).toBe(undoId);
    const holder = await server.member(world.main.companyId, [rights.order.view, rights.order.hold]);
    await grantShops(server, holder, world.shop.id);
    expect(await server.ok(orderUndos, { id }, holder)).toEqual([]);
    await after25Hours(undoId);
    expect((await server.ok(orderUndos, { id }, world.main)).map((one) => one.undoId)).not.toContain(undoId);
  });

  it('of a merge takes the box apart and reserves each as before', async () => {
    const buyerEmail = 'undo@example.test';
    const ids = [
      await order('ready', { buyerEmail, orderedAt: after(1) }),
      await order('ready', { buyerEmail, orderedAt: after(2) }),
    ];
    const before = await Promise.all(ids.map(stateOf));
    const { undoId } = await server.ok(mergeOrders, { ids }, world.main);
    await walk(world, ids[0] ?? 0, 'reserve');
    expect(await undo(undoId)).toMatchObject({ done: 2 });
    expect(await Promise.all(ids.map(stateOf))).toEqual(before);
    expect(await wrongs(world)).toEqual([]);
  });

  it('of a cancellation has the rules judge again, unless the platform knows of it', async () => {
    const [id, answered] = [await order('ready'), await order('ready')];
    const { undoId } = await server.ok(cancelOrders, { ids: [id, answered] }, world.main);
    await server.app.database.owner.query(
      `insert into platform_update (company_id, order_id, kind, shop_id, due_at) values ($1, $2, 'cancel', $3, now())`,
      [world.main.companyId, answered, world.shop.id],
    );
    const observed = await preview(undoId);
    expect(new Map(observed.map((row) => [row.id, row.comesBack]))).toEqual(
      new Map([
        [id, true],
        [answered, false],
      ]),
    );
    const answer = await undo(undoId);
    expect(answer).toMatchObject({ done: 1, failed: [{ id: answered, error: 'orders.undoTold' }] });
    expect((await detailOf(id)).status).toBe('allocate');
    expect((await detailOf(answered)).status).toBe('cancelled');
    expect(await wrongs(world)).toEqual([]);
  });

  it('an order whose buyer has asked to cancel since stays held', async () => {
    const id = await order('allocate');
    const no = `U-${orders}`;
    const { undoId } = await server.ok(holdOrders, { ids: [id] }, world.main);
    await world.take([
      makeOrder(no, {
        lines: [makeLine('1', 'SKU-1', 3), makeLine('2', 'SKU-2')],
        cancelRequested: true,
        updatedAt: after(60),
      }),
    ]);
    expect(await undo(undoId)).toMatchObject({ done: 0, failed: [{ id, error: 'orders.undoMustStay' }] });
    expect((await detailOf(id)).status).toBe('held');
    expect(await wrongs(world)).toEqual([]);
  });

  it('tells what cannot come back and why, and leaves it', async () => {
    const ids = [await order('review'), await order('review'), await order('review')] as const;
    const { undoId } = await server.ok(reviewOrders, { ids: [...ids] }, world.main);
    await walk(world, ids[0], 'wave');
    await server.ok(holdOrders, { ids: [ids[1]] }, world.main);
    const why = new Map((await preview(undoId)).map((row) => [row.id, row.reason]));
    expect(why.get(ids[0])).toContain('已在拣货');
    expect(why.get(ids[1])).toContain('又有变动');
    expect(await undo(undoId)).toMatchObject({
      done: 1,
      failed: [
        { id: ids[0], error: 'orders.undoUnderway' },
        { id: ids[1], error: 'orders.undoChanged' },
      ],
    });
    expect((await detailOf(ids[2])).status).toBe('review');
    expect(await wrongs(world)).toEqual([]);
  });

  it('a split whose part is picked stays; so does one whose part was cancelled', async () => {
    const id = await order('allocate');
    const [one] = (await detailOf(id)).lines;
    const { undoId, ids } = await server.ok(
      splitOrder,
      { id, parts: [{ lines: [{ lineId: one?.id ?? 0, quantity: 1 }] }] },
      world.main,
    );
    await walk(world, ids[0] ?? 0, 'wave');
    expect(await undo(undoId)).toMatchObject({ done: 0, failed: [{ error: 'orders.undoUnderway' }] });
    expect(await wrongs(world)).toEqual([]);
  });

  it('is for a day, for who may press the button, and for what they see', async () => {
    const id = await order('review');
    const { undoId = 0 } = await server.ok(reviewOrders, { ids: [id] }, world.main);
    const clerk = await server.member(world.main.companyId, [rights.order.hold]);
    await grantShops(server, clerk, world.shop.id);
    expect((await server.call(undoOrders, { undoId }, clerk)).status).toBe(403);
    const blind = await server.member(world.main.companyId, [rights.order.review]);
    expect(await server.ok(undoOrders, { undoId }, blind)).toEqual({ done: 0, failed: [] });
    const stranger = await server.company();
    expect((await server.call(undoOrders, { undoId }, stranger)).status).toBe(404);
    await world.tx((tx) =>
      tx.rows(
        sql`update order_undo set at = at - interval '25 hours' where company_id = ${sql.company} and id = ${undoId}`,
      ),
    );
    expect(await server.call(undoOrders, { undoId }, world.main)).toMatchObject({
      status: 409,
      data: { error: 'orders.undoLate' },
    });
    expect((await detailOf(id)).status).toBe('allocate');
  });

  it('two clerks who undo at once bring it back once', async () => {
    const id = await order('review');
    const { undoId } = await server.ok(reviewOrders, { ids: [id] }, world.main);
    await server.ok(allocateOrders, { ids: [id] }, world.main);
    await Promise.all([undo(undoId), undo(undoId), undo(undoId)]);
    expect((await detailOf(id)).history.filter((row) => row.event === 'undone')).toHaveLength(1);
    expect(await wrongs(world)).toEqual([]);
  });
});
