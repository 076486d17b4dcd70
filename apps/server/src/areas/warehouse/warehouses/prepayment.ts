import type { PrepaymentRow } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { countRows, Params, pageStatement } from '../../../core/database/statement.ts';
import { badField } from '../../../core/errors.ts';
import { emit } from '../../../core/jobs/jobs.ts';
import { warehousePrepaid } from '../hooks.ts';
import type { OutboundRow } from '../locks.ts';
import { remember, warehouseById } from './warehouses.ts';

/**
 * Money laid down with whoever runs a warehouse, in the company's currency, and what an order costs there. The ledger is
 * appended to, the balance stands beside it.
 * @throws warehouse.ownHouse, badField amount where more is taken back than there is
 */
export async function prepay(
  tx: Tx,
  given: { houseId: number; amount: string; orderFee?: string | undefined; remark: string },
): Promise<{ balance: string }> {
  const before = await warehouseById(tx, given.houseId);
  if (before.kind === 'selfBuilt') throw badField('houseId', 'warehouse.ownHouse');
  const [row] = await tx.prepared<{ balance: string }>(
    'warehouse_prepay',
    `update warehouse set prepaid_balance = coalesce(prepaid_balance, 0) + $3::numeric, order_fee = coalesce($4::numeric, order_fee, 0), version = version + 1
     where company_id = $1 and id = $2 and ($3::numeric >= 0 or coalesce(prepaid_balance, 0) + $3::numeric >= 0) returning prepaid_balance as balance`,
    [tx.companyId, given.houseId, given.amount, given.orderFee ?? null],
  );
  if (!row) throw badField('amount', 'warehouse.balanceBelow');
  // None where only the fee changes.
  const [laid] = await tx.prepared<{ id: number }>(
    'warehouse_prepayment',
    `insert into warehouse_prepayment (company_id, warehouse_id, amount, remark, actor, at)
     select $1, $2, $3, $4, $5, $6 where $3::numeric <> 0 returning id`,
    [tx.companyId, given.houseId, given.amount, given.remark, tx.actor.name, tx.now],
  );
  if (laid) await emit(tx, warehousePrepaid, { prepaymentIds: [laid.id] });
  const { amount, orderFee } = given;
  await remember(tx, given.houseId, 'prepaid', { amount, orderFee });
  return row;
}

/**
 * Takes the fees of outbounds that are about to leave from what was laid down: what we reckon with, unless the provider
 * has told already what it took. Who else ships there waits for its end. What a provider sent has left, whatever the balance.
 * @returns those that it is not enough for: nothing was taken for them
 */
export async function chargeFees(
  tx: Tx,
  rows: readonly Pick<OutboundRow, 'id' | 'warehouseId'>[],
  prepaid: ReadonlySet<number>,
): Promise<Set<number>> {
  const charged = rows.filter((row) => prepaid.has(row.warehouseId));
  if (charged.length === 0) return new Set();
  const houses = await tx.prepared<{ id: number; pays: number }>(
    'warehouse_fees_lock',
    `select id, case when order_fee > 0 and provider_code = '' then greatest(0, floor(prepaid_balance / order_fee))::int
       else 2147483647 end as pays from warehouse
     where company_id = $1 and id = any($2::bigint[]) and prepaid_balance is not null order by id for update`,
    [tx.companyId, [...new Set(charged.map((row) => row.warehouseId))]],
  );
  const known = await tx.prepared<{ id: number }>(
    'warehouse_fees_told',
    `select distinct outbound_id as id from warehouse_prepayment where company_id = $1 and outbound_id = any($2::bigint[])
       and reference like 'fee:%' and amount < 0`,
    [tx.companyId, charged.map((row) => row.id)],
  );
  const told = new Set(known.map((row) => row.id));
  const pays = new Map(houses.map((house) => [house.id, house.pays]));
  const unpaid = new Set<number>();
  const paid: number[] = [];
  for (const { id, warehouseId } of charged) {
    if (told.has(id)) continue;
    const left = pays.get(warehouseId) ?? 0;
    if (left === 0) unpaid.add(id);
    else paid.push(id);
    pays.set(warehouseId, Math.max(0, left - 1));
  }
  tx.later(
    'warehouse_fees',
    `with fee as (
       insert into warehouse_prepayment (company_id, warehouse_id, outbound_id, amount, actor, at)
       select $1, o.warehouse_id, o.id, -w.order_fee, $3, $4 from outbound o
       join warehouse w on w.company_id = $1 and w.id = o.warehouse_id
       where o.company_id = $1 and o.id = any($2::bigint[]) and w.order_fee > 0
       on conflict do nothing returning warehouse_id, amount
     )
     update warehouse w set prepaid_balance = w.prepaid_balance + f.amount
     from (select warehouse_id, sum(amount) as amount from fee group by 1) f where w.company_id = $1 and w.id = f.warehouse_id`,
    [tx.companyId, paid, tx.actor.name, tx.now],
  );
  return unpaid;
}

export interface ProviderFee {
  /** Of whoever tells of it; taken once. */
  feeId: number;
  warehouseId: number;
  /** Null: a fee of the house, as storage. */
  outboundId: number | null;
  /** In the company's currency; below zero: given back. */
  amount: string;
  at: Date;
}

/**
 * Takes what a provider said that it took, or gave back, from what was laid down with its house. The first fee of an
 * order gives our own estimate back. Below zero too: it is the provider's word.
 */
export async function takeFees(tx: Tx, fees: readonly ProviderFee[]): Promise<void> {
  if (fees.length === 0) return;
  await tx.prepared(
    'warehouse_balances_lock',
    'select 1 from warehouse where company_id = $1 and id = any($2::bigint[]) order by id for update',
    [tx.companyId, [...new Set(fees.map((fee) => fee.warehouseId))]],
  );
  const made = await tx.prepared<{ id: number }>(
    'warehouse_fees_take',
    `with fee as (
       insert into warehouse_prepayment (company_id, warehouse_id, outbound_id, reference, amount, actor, at)
       select $1, r."warehouseId", r."outboundId", 'fee:' || r."feeId", -r.amount, $3, r.at
       from jsonb_to_recordset($2::jsonb) as r("feeId" bigint, "warehouseId" bigint, "outboundId" bigint, amount numeric, at timestamptz)
       where r.amount <> 0 order by r."feeId" on conflict do nothing returning id, warehouse_id, outbound_id, amount
     ), back as (
       insert into warehouse_prepayment (company_id, warehouse_id, outbound_id, reference, amount, actor, at)
       select $1, e.warehouse_id, e.outbound_id, 'replaced', -e.amount, $3, $4 from warehouse_prepayment e
       where e.company_id = $1 and e.reference = '' and e.outbound_id in (select outbound_id from fee where amount < 0)
       on conflict do nothing returning id, warehouse_id, outbound_id, amount
     ), every as (select * from fee union all select * from back),
     sums as (
       update warehouse w set prepaid_balance = w.prepaid_balance + s.amount
       from (select warehouse_id, sum(amount) as amount from every group by 1) s
       where w.company_id = $1 and w.id = s.warehouse_id
     )
     select id from every order by id`,
    [tx.companyId, JSON.stringify(fees), tx.actor.name, tx.now],
  );
  if (made.length > 0) await emit(tx, warehousePrepaid, { prepaymentIds: made.map((row) => row.id) });
}

/** The rows that make the balance of a warehouse. @throws notFound warehouse.notFound */
export async function prepaymentPage(
  tx: Tx,
  { houseId, page, pageSize }: { houseId: number; page: number; pageSize: number },
) {
  await warehouseById(tx, houseId);
  const from = (params: Params) =>
    `from warehouse_prepayment p left join outbound o on o.company_id = p.company_id and o.id = p.outbound_id
     where p.company_id = ${params.add(tx.companyId)} and p.warehouse_id = ${params.add(houseId)}`;
  const params = new Params();
  const source = from(params);
  const limit = `limit ${params.add(pageSize)} offset ${params.add((page - 1) * pageSize)}`;
  const rows = await pageStatement<Omit<PrepaymentRow, 'at'> & { at: Date }>(
    tx,
    `select p.id, p.at, case when p.reference = 'replaced' then 'replaced'
         when p.reference <> '' then case when p.amount < 0 then 'fee' else 'feeBack' end
         when p.outbound_id is not null then 'estimate' else 'laid' end as kind,
       p.amount, o.number as "outboundNo", o.order_no as "orderNo", p.remark, p.actor
     ${source} order by p.id desc ${limit}`,
    params,
  );
  const counted = new Params();
  const totals = await countRows(tx, from(counted), counted);
  return { rows: rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() })), ...totals };
}
