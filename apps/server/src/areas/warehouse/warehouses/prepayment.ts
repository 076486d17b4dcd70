import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField } from '../../../core/errors.ts';
import { emit } from '../../../core/jobs/jobs.ts';
import { warehousePaying, warehousePrepaid } from '../hooks.ts';
import type { OutboundRow } from '../locks.ts';
import { warehouses } from './list.ts';
import { remember } from './warehouses.ts';

/**
 * Prepayment to a warehouse provider in the company's currency, and its fee per order. The ledger is append-only, with
 * the balance beside it.
 * @throws warehouse.ownHouse, badField amount for a withdrawal above the balance
 */
export async function prepay(
  tx: Tx,
  input: {
    houseId: number;
    amount: string;
    orderFee?: string | undefined;
    moneyAccountId?: number | undefined;
    remark: string;
  },
): Promise<{ balance: string }> {
  const before = await warehouses.one(tx, input.houseId);
  if (before.kind === 'selfBuilt') throw badField('houseId', 'warehouse.ownHouse');
  const { moneyAccountId } = input;
  if (moneyAccountId !== undefined) await warehousePaying.call(tx, { moneyAccountId });
  const [row] = await tx.rows<{ balance: string }>(
    sql`update warehouse set prepaid_balance = coalesce(prepaid_balance, 0) + ${input.amount}::numeric, order_fee = coalesce(${input.orderFee ?? null}::numeric, order_fee, 0), version = version + 1
     where company_id = ${sql.company} and id = ${input.houseId} and (${input.amount}::numeric >= 0 or coalesce(prepaid_balance, 0) + ${input.amount}::numeric >= 0) returning prepaid_balance as balance`,
  );
  if (!row) throw badField('amount', 'warehouse.balanceBelow');
  // Undefined if only the fee changes.
  const [laid] = await tx.rows<{ id: number }>(
    sql`insert into warehouse_prepayment (company_id, warehouse_id, amount, money_account_id, remark, actor, at)
     select ${sql.company}, ${input.houseId}, ${input.amount}::numeric, ${moneyAccountId ?? null}::bigint, ${input.remark}, ${tx.actor.name}, ${tx.now} where ${input.amount}::numeric <> 0 returning id`,
  );
  if (laid) await emit(tx, warehousePrepaid, { prepaymentIds: [laid.id] });
  const { amount, orderFee } = input;
  await remember(tx, input.houseId, 'prepaid', { amount, orderFee, moneyAccountId });
  return row;
}

/**
 * Deducts the fees of outbound orders about to ship from the prepaid balance: our estimate, unless the provider has
 * already reported its fee. Other shipments from there wait for this one. Orders shipped by a provider are charged
 * whatever the balance.
 * @returns the orders that the balance does not cover: nothing was deducted for them
 */
export async function chargeFees(
  tx: Tx,
  rows: readonly Pick<OutboundRow, 'id' | 'warehouseId'>[],
  prepaid: ReadonlySet<number>,
): Promise<Set<number>> {
  const charged = rows.filter((row) => prepaid.has(row.warehouseId));
  if (charged.length === 0) return new Set();
  const payers = await tx.rows<{ id: number; pays: number }>(
    sql`select id, case when order_fee > 0 and provider_code = '' then greatest(0, floor(prepaid_balance / order_fee))::int
       else 2147483647 end as pays from warehouse
     where company_id = ${sql.company} and id = any(${[...new Set(charged.map((row) => row.warehouseId))]}::bigint[]) and prepaid_balance is not null order by id for update`,
  );
  const known = await tx.rows<{ id: number }>(
    sql`select distinct outbound_id as id from warehouse_prepayment where company_id = ${sql.company} and outbound_id = any(${charged.map((row) => row.id)}::bigint[])
       and reference like 'fee:%' and amount < 0`,
  );
  const answered = new Set(known.map((row) => row.id));
  const pays = new Map(payers.map((warehouse) => [warehouse.id, warehouse.pays]));
  const unpaid = new Set<number>();
  const paid: number[] = [];
  for (const { id, warehouseId } of charged) {
    if (answered.has(id)) continue;
    const left = pays.get(warehouseId) ?? 0;
    if (left === 0) unpaid.add(id);
    else paid.push(id);
    pays.set(warehouseId, Math.max(0, left - 1));
  }
  tx.later(
    sql`with fee as (
       insert into warehouse_prepayment (company_id, warehouse_id, outbound_id, amount, actor, at)
       select ${sql.company}, o.warehouse_id, o.id, -w.order_fee, ${tx.actor.name}, ${tx.now} from outbound o
       join warehouse w on w.company_id = o.company_id and w.id = o.warehouse_id
       where o.company_id = ${sql.company} and o.id = any(${paid}::bigint[]) and w.order_fee > 0
       on conflict do nothing returning warehouse_id, amount
     )
     update warehouse w set prepaid_balance = w.prepaid_balance + f.amount
     from (select warehouse_id, sum(amount) as amount from fee group by 1) f where w.company_id = ${sql.company} and w.id = f.warehouse_id`,
  );
  return unpaid;
}

export interface ProviderFee {
  /** The reporter's own id of the fee, charged once. */
  feeId: number;
  warehouseId: number;
  /** Null: a fee of the warehouse, such as storage. */
  outboundId: number | null;
  /** In the company's currency. Negative: a refund. */
  amount: string;
  at: Date;
}

interface Booked {
  id: number;
  warehouseId: number;
  outboundId: number | null;
  amount: string;
}
const BOOKED = sql`id, warehouse_id, outbound_id, amount`;

/**
 * Books a fee or refund reported by a provider against the warehouse's prepaid balance. The first fee of an order
 * reverses our estimate. The balance may become negative: the provider's figure stands.
 */
export async function takeFees(tx: Tx, fees: readonly ProviderFee[]): Promise<void> {
  if (fees.length === 0) return;
  await tx.rows(
    sql`select 1 from warehouse where company_id = ${sql.company} and id = any(${[...new Set(fees.map((fee) => fee.warehouseId))]}::bigint[]) order by id for update`,
  );
  const taken = await tx.rows<Booked>(
    sql`insert into warehouse_prepayment (company_id, warehouse_id, outbound_id, reference, amount, actor, at)
     select ${sql.company}, r."warehouseId", r."outboundId", 'fee:' || r."feeId", -r.amount, ${tx.actor.name}, r.at
     from jsonb_to_recordset(${JSON.stringify(fees)}::jsonb) as r("feeId" bigint, "warehouseId" bigint, "outboundId" bigint, amount numeric, at timestamptz)
     where r.amount <> 0 order by r."feeId" on conflict do nothing returning ${BOOKED}`,
  );
  const charged = taken.filter(({ amount }) => amount.startsWith('-')).map((fee) => fee.outboundId);
  const replaced = await tx.rows<Booked>(
    sql`insert into warehouse_prepayment (company_id, warehouse_id, outbound_id, reference, amount, actor, at)
     select ${sql.company}, e.warehouse_id, e.outbound_id, 'replaced', -e.amount, ${tx.actor.name}, ${tx.now} from warehouse_prepayment e
     where e.company_id = ${sql.company} and e.reference = '' and e.outbound_id = any(${charged}::bigint[])
     on conflict do nothing returning ${BOOKED}`,
  );
  const made = [...taken, ...replaced];
  tx.later(
    sql`update warehouse w set prepaid_balance = w.prepaid_balance + s.amount
     from (select "warehouseId" as id, sum(amount) as amount from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as r("warehouseId" bigint, amount numeric)
       group by 1) s where w.company_id = ${sql.company} and w.id = s.id`,
  );
  if (made.length > 0) await emit(tx, warehousePrepaid, { prepaymentIds: made.map((row) => row.id) });
}

export interface PrepaidCorrection {
  /** Whoever corrects names each once. */
  key: string;
  warehouseId: number;
  outboundId: number | null;
  /** In the company's currency. Positive: the provider took it; negative: it gave it back. */
  amount: string;
}

/**
 * Books what a provider took beside the fees that are here against the prepaid balance, at once and once by its key. Unlike
 * a fee that the provider reports, it leaves our estimate of the order as it is. @returns the entries
 */
export async function correctPrepaid(tx: Tx, rows: readonly PrepaidCorrection[]): Promise<number[]> {
  if (rows.length === 0) return [];
  await tx.rows(
    sql`select 1 from warehouse where company_id = ${sql.company} and id = any(${[...new Set(rows.map((row) => row.warehouseId))]}::bigint[]) order by id for update`,
  );
  const made = await tx.rows<{ id: number }>(
    sql`with fee as (
       insert into warehouse_prepayment (company_id, warehouse_id, outbound_id, reference, amount, actor, at)
       select ${sql.company}, r."warehouseId", r."outboundId", 'fee:' || r.key, -r.amount, ${tx.actor.name}, ${tx.now}
       from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(key text, "warehouseId" bigint, "outboundId" bigint, amount numeric)
       where r.amount <> 0 order by r.key on conflict do nothing returning id, warehouse_id, amount
     ), sums as (
       update warehouse w set prepaid_balance = coalesce(w.prepaid_balance, 0) + s.amount
       from (select warehouse_id, sum(amount) as amount from fee group by 1) s
       where w.company_id = ${sql.company} and w.id = s.warehouse_id
     )
     select id from fee order by id`,
  );
  return made.map((row) => row.id);
}
