import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Decimal, money } from '../../../core/money.ts';
import { arrayOf } from '../../../core/scope.ts';
import { companyOf } from '../../company/public.ts';
import type { Account, Party } from './accounts.ts';
import { type Entry, figuresOf, type ReadyEntry, type ReadyLine, ready, reversed, sum } from './entry.ts';
import { byProduct } from './goods-of.ts';
import { holdMonths } from './periods.ts';
import { divideProfits } from './product-profits.ts';
import { financeDays, skuDays } from './rollups.ts';

/** The step with the estimated fee. */
export const ESTIMATE = 'fee:estimate';
const keyOf = (entry: { docKind: string; docId: number; step: string }) =>
  `${entry.docKind}/${entry.docId}/${entry.step}`;

/**
 * The only writer of the ledger: writes entries, lines, their sums by day, balances and order profit in a few statements for any number of
 * entries. Ignores entries that are booked already (same document and step). @returns the number of new entries
 */
export async function book(tx: Tx, entries: readonly Entry[]): Promise<number> {
  if (entries.length === 0) return 0;
  const { baseCurrency } = await companyOf(tx);
  const desired = new Map<string, ReadyEntry>();
  for (const entry of entries) {
    const made = ready(entry, baseCurrency);
    if (made && !desired.has(keyOf(made))) desired.set(keyOf(made), made);
  }
  if (desired.size === 0) return 0;
  for (const entry of await byProduct(tx, [...desired.values()])) desired.set(keyOf(entry), entry);
  await moveIntoOpenMonths(tx, desired);
  const inserted = await insertEntries(tx, [...desired.values()]);
  const booked = inserted.flatMap(({ id, ...key }) => {
    const entry = desired.get(keyOf(key));
    return entry ? [{ id, entry }] : [];
  });
  if (booked.length === 0) return 0;
  await insertLines(tx, booked);
  const written = sql`l.entry_id = any(${arrayOf(booked.map(({ id }) => id))}::bigint[])`;
  await financeDays.append(tx, written);
  await skuDays.append(tx, written);
  await addBalances(
    tx,
    booked.flatMap(({ entry }) => entry.lines),
  );
  await addProfits(
    tx,
    booked.map(({ entry }) => entry),
  );
  return booked.length;
}

/** What is known too late for its month comes to the first day of the next open one, and keeps the day it happened on. */
async function moveIntoOpenMonths(tx: Tx, desired: Map<string, ReadyEntry>): Promise<void> {
  const days = [...desired.values()].map((entry) => entry.onDay);
  const moved = await holdMonths(tx, days);
  for (const [key, entry] of desired) {
    const onDay = moved.get(entry.onDay);
    if (onDay !== undefined) desired.set(key, { ...entry, onDay, eventDay: entry.onDay });
  }
}

type EntryKey = { id: number; docKind: string; docId: number; step: string };

function insertEntries(tx: Tx, entries: readonly ReadyEntry[]): Promise<EntryKey[]> {
  const rows = entries.map(({ lines: _lines, order, ...entry }) => ({ ...entry, orderId: order?.id ?? null }));
  return tx.rows<EntryKey>(
    sql`insert into ledger_entry (company_id, on_day, event_day, at, doc_kind, doc_id, step, order_id, text, debit_base, credit_base, actor)
     select ${sql.company}, r."onDay", r."eventDay", ${tx.now}, r."docKind", r."docId", r.step, r."orderId", r.text, r."debitBase", r."creditBase", ${tx.actor.name}
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("onDay" date, "eventDay" date, "docKind" text, "docId" bigint, step text, "orderId" bigint, text text,
       "debitBase" numeric, "creditBase" numeric)
     on conflict (company_id, doc_kind, doc_id, step) do nothing
     returning id, doc_kind as "docKind", doc_id as "docId", step`,
  );
}

async function insertLines(tx: Tx, booked: readonly { id: number; entry: ReadyEntry }[]): Promise<void> {
  const rows = booked.flatMap(({ id, entry }) => entry.lines.map((line) => ({ entryId: id, ...line })));
  await tx.rows(
    sql`insert into ledger_line (company_id, entry_id, account, party_kind, party_id, amount, currency, rate, base_amount, shop_id, department_id, product_id, quantity, country)
     select ${sql.company}, r."entryId", r.account, r."partyKind", r."partyId", r.amount, r.currency, r.rate, r."baseAmount", r."shopId", r."departmentId", r."productId",
       r.quantity, r.country
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("entryId" bigint, account text, "partyKind" text, "partyId" bigint, amount numeric,
       currency text, rate numeric, "baseAmount" numeric, "shopId" bigint, "departmentId" bigint, "productId" bigint, quantity int, country text) on conflict do nothing`,
  );
}

/** Appends balance rows, so that bookings never wait for each other; a job compacts them. */
async function addBalances(tx: Tx, lines: readonly ReadyLine[]): Promise<void> {
  const sums = new Map<string, ReadyLine>();
  for (const line of lines) {
    const key = `${line.account}/${line.partyKind}/${line.partyId}/${line.currency}`;
    const known = sums.get(key);
    if (!known) sums.set(key, { ...line });
    else {
      known.amount = money(new Decimal(known.amount).plus(line.amount));
      known.baseAmount = money(new Decimal(known.baseAmount).plus(line.baseAmount));
    }
  }
  await tx.rows(
    sql`insert into ledger_balance (company_id, account, party_kind, party_id, currency, amount, base_amount)
     select ${sql.company}, r.account, r."partyKind", r."partyId", r.currency, r.amount, r."baseAmount"
     from jsonb_to_recordset(${JSON.stringify([...sums.values()])}::jsonb) as r(account text, "partyKind" text, "partyId" bigint, currency text, amount numeric,
       "baseAmount" numeric) where r.amount <> 0 or r."baseAmount" <> 0 on conflict do nothing`,
  );
}

interface ProfitDelta {
  orderId: number;
  shopId: number;
  onDay: string;
  sale: boolean;
  goods: string;
  shipping: string;
  discount: string;
  platformFee: string;
  feeEstimate: string;
  goodsCost: string;
  labelCost: string;
  refund: string;
  unsettled: string;
}

/** In the transaction of the lines, so that a figure always equals the sum of its lines. */
async function addProfits(tx: Tx, entries: readonly ReadyEntry[]): Promise<void> {
  const deltas = new Map<number, ProfitDelta>();
  for (const entry of entries) if (entry.order) addDelta(deltas, entry, entry.order);
  if (deltas.size === 0) return;
  // In the order of ids, so that concurrent bookings wait instead of deadlocking.
  const rows = [...deltas.values()].sort((a, b) => a.orderId - b.orderId);
  await tx.rows(
    sql`insert into order_profit as p (company_id, order_id, shop_id, on_day, goods, shipping, discount, platform_fee, fee_estimate,
       goods_cost, label_cost, refund, unsettled, updated_at, divided_at)
     select ${sql.company}, r."orderId", r."shopId", r."onDay", r.goods, r.shipping, r.discount, r."platformFee", r."feeEstimate", r."goodsCost",
       r."labelCost", r.refund, r.unsettled, ${tx.now}, ${tx.now}
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("orderId" bigint, "shopId" bigint, "onDay" date, goods numeric, shipping numeric,
       discount numeric, "platformFee" numeric, "feeEstimate" numeric, "goodsCost" numeric, "labelCost" numeric, refund numeric, unsettled numeric)
     on conflict (company_id, order_id) do update set goods = p.goods + excluded.goods, shipping = p.shipping + excluded.shipping,
       discount = p.discount + excluded.discount, platform_fee = p.platform_fee + excluded.platform_fee,
       fee_estimate = p.fee_estimate + excluded.fee_estimate, goods_cost = p.goods_cost + excluded.goods_cost,
       label_cost = p.label_cost + excluded.label_cost, refund = p.refund + excluded.refund, unsettled = p.unsettled + excluded.unsettled,
       updated_at = excluded.updated_at, divided_at = excluded.divided_at`,
  );
  const sales = rows.filter((row) => row.sale);
  if (sales.length > 0)
    await tx.rows(
      sql`update order_profit p set on_day = r."onDay" from jsonb_to_recordset(${JSON.stringify(sales)}::jsonb) as r("orderId" bigint, "onDay" date)
       where p.company_id = ${sql.company} and p.order_id = r."orderId" and p.on_day <> r."onDay"`,
    );
  await divideProfits(
    tx,
    rows.map(({ orderId }) => orderId),
  );
}

function addDelta(deltas: Map<number, ProfitDelta>, entry: ReadyEntry, order: NonNullable<Entry['order']>): void {
  const figures = figuresOf(entry.lines);
  const known = deltas.get(order.id);
  const plus = (figure: Parameters<typeof figures.get>[0]) =>
    money((figures.get(figure) ?? new Decimal(0)).plus(known?.[figure] ?? 0));
  const estimated = entry.step === ESTIMATE ? (figures.get('platformFee') ?? 0) : 0;
  deltas.set(order.id, {
    orderId: order.id,
    shopId: order.shopId,
    sale: order.sale === true || known?.sale === true,
    onDay: order.sale === true ? entry.onDay : (known?.onDay ?? entry.onDay),
    goods: plus('goods'),
    shipping: plus('shipping'),
    discount: plus('discount'),
    platformFee: plus('platformFee'),
    feeEstimate: money(new Decimal(known?.feeEstimate ?? 0).plus(estimated)),
    goodsCost: plus('goodsCost'),
    labelCost: plus('labelCost'),
    refund: plus('refund'),
    unsettled: money(unsettledOf(entry.lines).plus(known?.unsettled ?? 0)),
  });
}

function unsettledOf(lines: readonly ReadyLine[]): Decimal {
  return sum(lines.filter((line) => line.account === 'platform_unsettled').map((line) => line.baseAmount));
}

/** Creates and locks the profit rows of orders, so that decisions based on them run one at a time. */
export async function lockProfits(
  tx: Tx,
  orders: readonly { orderId: number; shopId: number; onDay: string }[],
): Promise<Map<number, 'estimated' | 'settled'>> {
  await tx.rows(
    sql`insert into order_profit (company_id, order_id, shop_id, on_day, updated_at, divided_at)
     select ${sql.company}, r."orderId", r."shopId", r."onDay", ${tx.now}, ${tx.now} from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as r("orderId" bigint, "shopId" bigint, "onDay" date)
     order by 2 on conflict do nothing`,
  );
  const rows = await tx.rows<{ orderId: number; feeState: 'estimated' | 'settled' }>(
    sql`select order_id as "orderId", fee_state from order_profit
     where company_id = ${sql.company} and order_id = any(${orders.map((order) => order.orderId)}::bigint[]) order by order_id for update`,
  );
  return new Map(rows.map((row) => [row.orderId, row.feeState]));
}

export interface EntryName {
  docKind: string;
  docId: number;
  step: string;
}

/**
 * Reverses entries once each, by lines of the opposite sign. Skips entries that were never booked. `own`: each on its own
 * day, so that no month keeps what only another one takes back.
 */
export async function reverse(
  tx: Tx,
  names: readonly EntryName[],
  onDay: string | 'own',
  text: string,
): Promise<number> {
  if (names.length === 0) return 0;
  const rows = await tx.rows<StoredLine>(
    sql`select e.doc_kind as "docKind", e.doc_id as "docId", e.step, e.on_day::text as "ownDay", e.order_id as "orderId", p.shop_id as "shopId", l.account,
       l.party_kind as "partyKind", l.party_id as "partyId", l.amount, l.currency, l.rate, l.base_amount as "baseAmount", l.shop_id as "lineShopId", l.department_id as "departmentId", l.product_id as "productId", l.quantity, l.country
     from jsonb_to_recordset(${JSON.stringify([...new Map(names.map((name) => [keyOf(name), name])).values()])}::jsonb) as n("docKind" text, "docId" bigint, step text)
     join ledger_entry e on e.company_id = ${sql.company} and e.doc_kind = n."docKind" and e.doc_id = n."docId" and e.step = n.step
     join ledger_line l on l.company_id = ${sql.company} and l.entry_id = e.id
     left join order_profit p on p.company_id = ${sql.company} and p.order_id = e.order_id order by l.id`,
  );
  const found = new Map<string, { head: StoredLine; lines: ReadyLine[] }>();
  for (const row of rows) {
    const group = found.get(keyOf(row)) ?? { head: row, lines: [] };
    group.lines.push({ ...row, shopId: row.lineShopId, units: null });
    found.set(keyOf(row), group);
  }
  return book(
    tx,
    [...found.values()].map(({ head, lines }) => ({
      docKind: head.docKind,
      docId: head.docId,
      step: `${head.step}:reversed`,
      onDay: onDay === 'own' ? head.ownDay : onDay,
      text,
      ...(head.orderId !== null && head.shopId !== null ? { order: { id: head.orderId, shopId: head.shopId } } : {}),
      lines: reversed(lines),
    })),
  );
}

type StoredLine = EntryName & {
  ownDay: string;
  orderId: number | null;
  shopId: number | null;
  account: Account;
  partyKind: Party | '';
  partyId: number;
  amount: string;
  currency: string;
  rate: string;
  baseAmount: string;
  lineShopId: number | null;
  departmentId: number | null;
  productId: number | null;
  quantity: number;
  country: string;
};
