import type { PlatformOrder } from '@tradewind/connectors/capabilities/orders.ts';
import type { Call, InputOf } from '@tradewind/contract/call.ts';
import * as calls from '@tradewind/contract/orders.ts';
import { sql } from '../../../core/database/sql.ts';
import { shortPick } from '../../warehouse/public.ts';
import { cancelOrders } from '../actions/cancel.ts';
import { compactCounts } from '../list/compact-counts.ts';
import { after, cancelInWarehouse, makeLine, makeOrder, type OrderWorld, STEPS, takeStep } from '../orders.testing.ts';
import { NEXT, STATUSES } from '../status.ts';
import { reserveWaiting } from './reserve.ts';

interface Target {
  no: string;
  id: number;
  /** The platform's lines. */
  lines: PlatformOrder['lines'];
}
type Act = (world: OrderWorld, target: Target) => Promise<unknown>;

let clock = 10;

/** Platform updates, each newer than the last. */
const news =
  (more: (lines: PlatformOrder['lines']) => Partial<PlatformOrder>): Act =>
  (world, { no, lines }) =>
    world.take([makeOrder(no, { updatedAt: after(++clock), lines, ...more(lines) })]);

/** A user's call. A refusal is a valid outcome; a server error is not. */
const requested =
  <C extends Call>(call: C, more: object = {}): Act =>
  async (world, { id }) => {
    const answer = await world.server.call(call, { ids: [id], ...more } as InputOf<C>, world.main);
    if (answer.status >= 500) throw new Error(`${call.path}: ${answer.msg}`);
  };

const ADDRESS = {
  name: 'Bea Buyer',
  line1: '2 Oak St',
  city: 'Austin',
  state: 'TX',
  postalCode: '78702',
  country: 'US',
};
const editAddress: Act = async (world, { id }) => {
  const { version } = await world.one<{ version: number }>(sql`select version from sales_order where id = ${id}`);
  const answer = await world.server.call(calls.editOrderAddress, { id, version, shipTo: ADDRESS }, world.main);
  if (answer.status >= 500) throw new Error(answer.msg);
};

/** A picker reports a short pick on the order's first open pick task. */
const pickShort: Act = (world, { id }) =>
  world.tx(async (tx) => {
    const [stop] = await tx.rows<{ id: number }>(sql`select p.id from pick_line p
      join outbound b on b.company_id = p.company_id and b.id = p.outbound_id
      where p.company_id = ${sql.company} and b.order_id = ${id} and p.state = 'open' and b.state = 'picking' order by p.id limit 1`);
    if (!stop) return;
    await shortPick(tx, stop.id, 'empty').catch((error: { code?: string }) => {
      if (error.code !== 'warehouse.pickNotOpen') throw error;
    });
  });

const steps = Object.fromEntries(
  STEPS.map((step): [string, Act] => [step, (world, { id }) => takeStep(world, id, step)]),
) as Record<(typeof STEPS)[number], Act>;

/** All actions on an order, by anybody. A new action here joins every interleaving. */
export const ACTS = {
  ...steps,
  cancel: (world, { id }) => world.tx((tx) => cancelOrders(tx, [id], { by: 'user' })),
  buyerCancels: news(() => ({ status: 'cancelled' })),
  buyerAsks: news(() => ({ cancelRequested: true })),
  platformHolds: news(() => ({ hold: 'ON_HOLD' })),
  letGo: news(() => ({})),
  platformShips: news(() => ({ status: 'shipped' })),
  quantity: news(() => ({ lines: [makeLine('1', 'SKU-1', 1 + (clock % 3))] })),
  warehouseCancels: (world, { id }) => cancelInWarehouse(world, id),
  pickShort,
  goOn: requested(calls.shipOrdersAnyway),
  hold: requested(calls.holdOrders),
  resume: requested(calls.resumeOrders),
  unallocate: requested(calls.unallocateOrders),
  allocate: requested(calls.allocateOrders),
  editAddress,
  arrive: (world) => world.stock(world.productIds[0] ?? 0, 1),
  reserveAll: (world) => reserveWaiting(world.server.app, world.main.ctx),
  compact: (world) => world.tx(compactCounts),
} satisfies Record<string, Act>;
export type ActName = keyof typeof ACTS;
export const ACT_NAMES = Object.keys(ACTS) as ActName[];

/** Finds undeclared status changes and units shipped twice. */
export async function undeclared(world: OrderWorld): Promise<unknown[]> {
  const { companyId } = world.main;
  const { owner } = world.server.app.database;
  const declared = STATUSES.flatMap((from) => NEXT[from].map((to) => `${from}>${to}`));
  const steps = await owner.query(
    `select 'step' as what, doc_id as about, event, from_state, to_state from document_event
     where company_id = $1 and doc_kind = 'sales_order' and from_state <> to_state and from_state || '>' || to_state <> all($2::text[])`,
    [companyId, declared],
  );
  const ends = await owner.query(
    `select 'end' as what, o.id as about, o.status, e.to_state from sales_order o, lateral (select to_state from document_event
       where company_id = $1 and doc_kind = 'sales_order' and doc_id = o.id and to_state is not null order by id desc limit 1) e
     where o.company_id = $1 and e.to_state <> o.status`,
    [companyId],
  );
  const twice = await owner.query(
    `select 'sent twice' as what, l.order_line_id as about, count(*)::int from outbound_line l
     join outbound b on b.company_id = l.company_id and b.id = l.outbound_id and b.state = 'shipped'
     where l.company_id = $1 group by l.order_line_id, l.product_id having count(*) > 1`,
    [companyId],
  );
  return [...steps.rows, ...ends.rows, ...twice.rows];
}

/** Orders that wait although one warehouse has all their items. Check this after an allocation. */
export async function starved(world: OrderWorld): Promise<unknown[]> {
  const found = await world.server.app.database.owner.query(
    `select o.id, o.exception, w.id as warehouse from sales_order o join warehouse w on w.company_id = o.company_id and w.enabled and not w.counting
     where o.company_id = $1 and o.status = 'allocate' and (o.warehouse_id is null or o.warehouse_id = w.id) and not exists (
       select from (select product_id, sum(quantity) as needed from order_goods where company_id = $1 and order_id = o.id group by product_id) n
       left join stock_balance b on b.company_id = $1 and b.warehouse_id = w.id and b.product_id = n.product_id
       where n.product_id is null or coalesce(b.available, 0) < n.needed)`,
    [world.main.companyId],
  );
  return found.rows;
}
