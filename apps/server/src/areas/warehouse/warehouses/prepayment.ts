import type { Tx } from '../../../core/database/database.ts';
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
  given: { houseId: number; amount: string; orderFee: string; remark: string },
): Promise<{ balance: string }> {
  const before = await warehouseById(tx, given.houseId);
  if (before.kind === 'selfBuilt') throw badField('houseId', 'warehouse.ownHouse');
  const [row] = await tx.prepared<{ balance: string }>(
    'warehouse_prepay',
    `update warehouse set prepaid_balance = coalesce(prepaid_balance, 0) + $3::numeric, order_fee = $4::numeric, version = version + 1
     where company_id = $1 and id = $2 and coalesce(prepaid_balance, 0) + $3::numeric >= 0 returning prepaid_balance as balance`,
    [tx.companyId, given.houseId, given.amount, given.orderFee],
  );
  if (!row) throw badField('amount', 'warehouse.balanceBelow');
  // None where only the fee changes.
  const [laid] = await tx.prepared<{ id: number }>(
    'warehouse_prepayment',
    `insert into warehouse_prepayment (company_id, warehouse_id, amount, remark, actor, at)
     select $1, $2, $3, $4, $5, $6 where $3::numeric <> 0 returning id`,
    [tx.companyId, given.houseId, given.amount, given.remark, tx.actor.name, tx.now],
  );
  if (laid) await emit(tx, warehousePrepaid, { prepaymentId: laid.id });
  const { amount, orderFee } = given;
  await remember(tx, given.houseId, 'prepaid', { amount, orderFee });
  return row;
}

/**
 * Takes the fees of outbounds that are about to leave from what was laid down. Who else ships there waits for its end.
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
    `select id, case when order_fee > 0 then floor(prepaid_balance / order_fee)::int else 2147483647 end as pays from warehouse
     where company_id = $1 and id = any($2::bigint[]) and prepaid_balance is not null order by id for update`,
    [tx.companyId, [...new Set(charged.map((row) => row.warehouseId))]],
  );
  const pays = new Map(houses.map((house) => [house.id, house.pays]));
  const unpaid = new Set<number>();
  const paid: number[] = [];
  for (const { id, warehouseId } of charged) {
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
