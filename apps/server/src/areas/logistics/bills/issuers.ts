import type { ParsedOf } from '@tradewind/contract/call.ts';
import { type BillIssuer, type BillMapping, CLAIM_DAYS, type saveBillIssuer } from '@tradewind/contract/logistics.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows, updateRows } from '../../../core/database/write.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import { arrayOf, inWarehouses } from '../../../core/scope.ts';
import type { billIssuer } from '../bills.tables.ts';

const saved = defineAction('logistics.billIssuerSaved', ['保存账单方', 'Bill issuer saved']);
const MOST = 200;
const COLUMNS = sql`id, name, carrier_account_id, warehouse_id, currency, tolerance_percent::text as tolerance_percent,
  round(tolerance_amount, 2)::text as tolerance_amount, claim_days, mapping`;

export const issuersOf = (tx: Tx): Promise<BillIssuer[]> =>
  tx.rows<BillIssuer>(
    sql`select ${COLUMNS} from bill_issuer where company_id = ${sql.company} order by name, id limit ${MOST}`,
  );

/** @throws notFound logistics.billIssuerGone */
export async function issuerOf(tx: Tx, id: number): Promise<BillIssuer> {
  const found = await tx.row<BillIssuer>(
    sql`select ${COLUMNS} from bill_issuer where company_id = ${sql.company} and id = ${id}`,
  );
  if (!found) throw notFound('logistics.billIssuerGone');
  return found;
}

/** Who bills parcel `p`: the issuer of its account, who billed its channel last, or the issuer of its warehouse. */
export const ISSUER_OF = sql`coalesce(
  (select min(i.id) from bill_issuer i where i.company_id = ${sql.company} and i.carrier_account_id = p.carrier_account_id),
  (select b.issuer_id from carrier_bill b where b.company_id = ${sql.company} and p.channel_id = any(b.channel_ids)
    order by b.id desc limit 1),
  (select i.id from carrier_account a join bill_issuer i on i.company_id = ${sql.company} and i.name = a.name
    where a.company_id = ${sql.company} and a.id = p.carrier_account_id),
  (select min(i.id) from bill_issuer i where i.company_id = ${sql.company} and i.warehouse_id = p.warehouse_id))`;

interface Sender {
  name: string | null;
  carrierAccountId: number | null;
  currency: string | null;
  issuerId: number | null;
}
/** The issuers of parcels without a bill, by parcel. An account that nobody bills for yet becomes one. */
export async function issuersOfParcels(
  tx: Tx,
  ids: readonly number[],
): Promise<Map<number, { id: number; currency: string }>> {
  const these = sql`p.company_id = ${sql.company} and p.id = any(${arrayOf(ids)}::bigint[])`;
  const senders = () =>
    tx.rows<Sender>(sql`select a.name, p.carrier_account_id, p.currency, ${ISSUER_OF} as issuer_id
      from (select p.carrier_account_id, p.channel_id, p.warehouse_id, max(p.label_currency) as currency
        from parcel p where ${these} group by 1, 2, 3) p
      left join carrier_account a on a.company_id = ${sql.company} and a.id = p.carrier_account_id order by a.id`);
  for (const { name, carrierAccountId, currency, issuerId } of await senders()) {
    if (issuerId !== null || name === null || currency === null) continue;
    const terms = { tolerancePercent: '0', toleranceAmount: '0', claimDays: CLAIM_DAYS };
    const made = await tx.row<{ id: number }>(
      sql`${insertRows<typeof billIssuer>('bill_issuer', [
        { name, carrierAccountId, currency, ...terms },
      ])} on conflict do nothing returning id`,
    );
    if (made) noteSaved(tx, made.id, name);
  }
  const rows = await tx.rows<{ parcelId: number; id: number; currency: string }>(sql`
    with sender as materialized (select p.*, ${ISSUER_OF} as issuer_id
      from (select distinct p.carrier_account_id, p.channel_id, p.warehouse_id from parcel p where ${these}) p)
    select p.id as parcel_id, i.id, i.currency from parcel p
    join sender s on s.carrier_account_id is not distinct from p.carrier_account_id
      and s.channel_id is not distinct from p.channel_id and s.warehouse_id is not distinct from p.warehouse_id
    join bill_issuer i on i.company_id = ${sql.company} and i.id = s.issuer_id where ${these}`);
  return new Map(rows.map(({ parcelId, ...issuer }) => [parcelId, issuer]));
}

const noteSaved = (tx: Tx, id: number, name: string): void =>
  writeAudit(tx, [{ action: saved, targetKind: 'bill_issuer', targetId: id, targetName: name, detail: {} }]);

/** @throws badField name, carrierAccountId, warehouseId */
export async function saveIssuer(tx: Tx, input: ParsedOf<typeof saveBillIssuer>): Promise<{ id: number }> {
  const { id, idempotencyKey: _key, ...row } = input;
  const there = await tx.row<{ taken: boolean; account: boolean; warehouse: boolean; count: number }>(sql`select
      exists (select from bill_issuer where company_id = ${sql.company} and name = ${row.name} and id <> ${id ?? 0}) as taken,
      exists (select from carrier_account where company_id = ${sql.company} and id = ${row.carrierAccountId}) as account,
      exists (select from warehouse w where w.company_id = ${sql.company} and w.id = ${row.warehouseId} and ${inWarehouses(tx, sql`w.id`)}) as warehouse,
      (select count(*)::int from bill_issuer where company_id = ${sql.company}) as count`);
  if (there?.taken) throw badField('name', 'logistics.billIssuerTaken');
  if (row.carrierAccountId !== null && !there?.account) throw badField('carrierAccountId', 'logistics.accountGone');
  if (row.warehouseId !== null && !there?.warehouse) throw badField('warehouseId', 'logistics.billIssuerWarehouse');
  if (id === undefined && (there?.count ?? 0) >= MOST) throw conflict('logistics.billIssuersMany', { count: MOST });
  const made = await tx.row<{ id: number }>(
    id === undefined
      ? sql`${insertRows<typeof billIssuer>('bill_issuer', [row])} returning id`
      : sql`${updateRows<typeof billIssuer>('bill_issuer', [{ id, ...row }])} returning bill_issuer.id`,
  );
  if (!made) throw notFound('logistics.billIssuerGone');
  noteSaved(tx, made.id, row.name);
  return made;
}

/** The issuer of a warehouse's bills, made where there is none yet. */
export async function issuerOfWarehouse(
  tx: Tx,
  warehouse: { id: number; name: string; currency: string },
): Promise<BillIssuer> {
  const found = () =>
    tx.row<BillIssuer>(sql`select ${COLUMNS} from bill_issuer
      where company_id = ${sql.company} and warehouse_id = ${warehouse.id} order by id limit 1`);
  const known = await found();
  if (known) return known;
  const taken = await tx.row(
    sql`select from bill_issuer where company_id = ${sql.company} and name = ${warehouse.name}`,
  );
  const name = taken ? `${warehouse.name} #${warehouse.id}` : warehouse.name;
  await saveIssuer(tx, {
    ...{ name, carrierAccountId: null, warehouseId: warehouse.id, currency: warehouse.currency },
    ...{ tolerancePercent: '0', toleranceAmount: '0', claimDays: CLAIM_DAYS },
  });
  const made = await found();
  if (!made) throw notFound('logistics.billIssuerGone');
  return made;
}

/** The next file of the issuer is read by the same columns. */
export async function rememberMapping(tx: Tx, issuerId: number, mapping: BillMapping): Promise<void> {
  await tx.rows(
    sql`update bill_issuer set mapping = ${sql.json(mapping)} where company_id = ${sql.company} and id = ${issuerId}`,
  );
}
