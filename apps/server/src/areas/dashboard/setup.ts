import {
  type SETUP_LACKS,
  SETUP_RIGHTS,
  SETUP_STEPS,
  type SetupState,
  type SetupStep,
} from '@tradewind/contract/dashboard.ts';
import { mayPressAny } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import { inShops } from '../../core/scope.ts';
import { companyOf } from '../company/public.ts';
import { UNSHIPPED } from '../orders/public.ts';

/** So many at most are counted. */
const COUNTED = 1000;
const OPEN = [...UNSHIPPED, 'exception', 'held'];
/** So long after its first parcel a company sees its setup, to be congratulated. */
const OVER_MS = 7 * 86_400_000;

type Lacks = (typeof SETUP_LACKS)[number];
type Facts = Awaited<ReturnType<typeof factsOf>>;
/** `waits`: the user can do nothing about it now. */
type Open = { lacks: Lacks; count: number; waits?: boolean };

/**
 * The setup as the database shows it now, never as somebody ticked it: a shop whose authorization ends opens its step
 * again. Each user gets the steps whose forms they may open.
 */
export async function setup(tx: Tx): Promise<SetupState> {
  const [facts, { sample }] = await Promise.all([factsOf(tx), companyOf(tx)]);
  // Nothing is set up in a sample company: it is there to look around.
  if (sample) return { steps: [], next: null, shipped: true, complete: true, fresh: false, over: true };
  const open = new Map(SETUP_STEPS.map((step) => [step, missing[step](facts)]));
  const mine = SETUP_STEPS.filter((step) => mayPressAny(tx.rights, SETUP_RIGHTS[step]));
  const isNext = (step: SetupStep) => open.get(step) !== undefined && !open.get(step)?.waits;
  return {
    steps: mine.map((step) => {
      const { lacks = null, count = 0, waits = false } = open.get(step) ?? {};
      return { step, done: lacks === null, lacks, waits, count };
    }),
    next: mine.find(isNext) ?? null,
    shipped: facts.firstShippedAt !== null,
    complete: SETUP_STEPS.every((step) => !open.get(step)),
    fresh: !facts.orders,
    over: facts.firstShippedAt !== null && tx.now.getTime() - facts.firstShippedAt.getTime() > OVER_MS,
  };
}

const missing: Record<SetupStep, (facts: Facts) => Open | undefined> = {
  shop: (f) => (f.shop ? undefined : { lacks: f.shopsOff > 0 ? 'consent' : 'shop', count: f.shopsOff }),
  products: (f) => (f.products > 0 ? undefined : { lacks: f.shop ? 'listings' : 'product', count: 0 }),
  warehouse: (f) => (f.location ? undefined : { lacks: f.warehouse ? 'location' : 'warehouse', count: 0 }),
  stock: (f) => (f.stock ? undefined : { lacks: 'stock', count: f.products, waits: f.products === 0 || !f.location }),
  pairing: (f) => {
    if (f.unmapped > 0) return { lacks: 'mapping', count: f.unmapped };
    return f.orders ? undefined : { lacks: 'orders', count: 0, waits: true };
  },
  carrier: (f) => (f.channel ? undefined : { lacks: f.account ? 'channel' : 'account', count: 0 }),
  shipment: (f) => {
    if (f.firstShippedAt) return undefined;
    return f.orders ? { lacks: 'unshipped', count: f.unshipped } : { lacks: 'orders', count: 0, waits: true };
  },
};

/**
 * One look by the heads of indexes: nothing is counted beyond the limit. What a shop shipped before it was connected is
 * no parcel of ours.
 */
async function factsOf(tx: Tx) {
  const own = sql`company_id = ${sql.company}`;
  const some = (from: Sql) => sql`exists (select from ${from} limit 1)`;
  const count = (from: Sql) => sql`(select count(*)::int from (select from ${from} limit ${COUNTED}) counted)`;
  const row = await tx.row<{
    shop: boolean;
    shopsOff: number;
    products: number;
    warehouse: boolean;
    location: boolean;
    stock: boolean;
    orders: boolean;
    unmapped: number;
    unshipped: number;
    account: boolean;
    channel: boolean;
    firstShippedAt: Date | null;
  }>(sql`
    select ${some(sql`shop where ${own} and state = 'authorized'`)} as shop,
      ${count(sql`shop where ${own} and state <> 'authorized'`)} as "shopsOff",
      ${count(sql`product where ${own} and enabled`)} as products,
      ${some(sql`warehouse where ${own} and enabled`)} as warehouse,
      exists (select from warehouse w where w.company_id = ${sql.company} and w.enabled and exists (select from location l
        where l.company_id = ${sql.company} and l.warehouse_id = w.id and l.kind in ('storage', 'picking') and l.enabled)) as location,
      ${some(sql`stock_balance where ${own} and on_hand > 0`)} as stock,
      ${some(sql`sales_order where ${own}`)} as orders,
      ${count(sql`sales_order where ${own} and exception = 'unmapped' and ${inShops(tx, sql`shop_id`)}`)} as unmapped,
      ${count(sql`sales_order where ${own} and status = any(${OPEN}::text[]) and ${inShops(tx, sql`shop_id`)}`)} as unshipped,
      ${some(sql`carrier_account where ${own} and enabled`)} as account,
      (exists (select from shipping_channel c where c.company_id = ${sql.company} and c.enabled and (c.carrier_account_id is null
        or exists (select from carrier_account a where a.company_id = ${sql.company} and a.id = c.carrier_account_id and a.enabled)))
        or ${some(sql`warehouse where ${own} and enabled and kind <> 'selfBuilt'`)}) as channel,
      (select shipped_at from outbound where ${own} and state = 'shipped' order by id limit 1) as "firstShippedAt"`);
  if (!row) throw new Error('no facts of the setup');
  return row;
}
