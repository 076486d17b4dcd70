import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { Fail } from '../../core/errors.ts';
import { defineEvent, emit } from '../../core/jobs/jobs.ts';
import { Decimal, toBase } from '../../core/money.ts';
import { companyOf, localDay } from '../company/public.ts';
import { rateKey, ratesOn } from '../settings/public.ts';
import { takeFees } from '../warehouse/public.ts';

/** Provider fees charged to the account; sent after the commit. */
export const wmsFeesOwed = defineEvent<{ feeIds: number[] }>('wms.feesOwed');

const AT_ONCE = 1000;
/** A fee may arrive before its order is known; after this time it belongs to no order. */
const DOCUMENT_MS = 3 * 24 * 3_600_000;

type Open = {
  id: number;
  at: Date;
  direction: string;
  amount: string;
  currency: string;
  warehouseId: number | null;
  outboundId: number | null;
  /** The warehouse has prepayments here. */
  kept: boolean;
};

/**
 * Settles new fees once each: from the warehouse prepayment where there is one, else as owed. Holds and top-ups cost
 * nothing. Fees without an exchange rate wait for the next run.
 */
export async function settleFees(tx: Tx, connectionId: number): Promise<void> {
  const fees = await openFees(tx, connectionId);
  const costs = fees.filter((fee) => fee.direction === 'charge' || fee.direction === 'refund');
  const rates = await knownRates(
    tx,
    costs.filter((fee) => fee.kept),
  );
  const taken = costs.filter((fee) => fee.kept && rates.has(fee.id));
  await takeFees(
    tx,
    taken.flatMap(({ id, warehouseId, outboundId, direction, amount, at }) => {
      const base = toBase(amount, rates.get(id) ?? '0');
      if (warehouseId === null) return [];
      return [
        {
          feeId: id,
          warehouseId,
          outboundId,
          amount: direction === 'charge' ? base : new Decimal(base).neg().toFixed(4),
          at,
        },
      ];
    }),
  );
  const owed = costs.filter((fee) => !fee.kept);
  await mark(tx, [
    ...fees.filter((fee) => !costs.includes(fee)).map((fee) => ({ ...fee, settlement: 'none' })),
    ...taken.map((fee) => ({ ...fee, settlement: 'prepaid' })),
    ...owed.map((fee) => ({ ...fee, settlement: 'owed' })),
  ]);
  if (owed.length > 0) await emit(tx, wmsFeesOwed, { feeIds: owed.map((fee) => fee.id) });
}

/** With documents and warehouses: a fee without either belongs to the account's only warehouse, if it has one. */
async function openFees(tx: Tx, connectionId: number): Promise<Open[]> {
  await tx.rows(
    sql`update wms_fee f set wms_order_id = o.id from wms_order o where f.company_id = ${sql.company} and f.connection_id = ${connectionId}
       and f.settlement is null and f.wms_order_id is null and f.ref_no <> ''
       and o.company_id = ${sql.company} and o.connection_id = ${connectionId} and o.provider_no = f.ref_no`,
  );
  return tx.rows<Open>(
    sql`select f.id, f.at, f.direction, f.amount, f.currency, w.id as "warehouseId",
       case when o.kind = 'outbound' then o.doc_id end as "outboundId", coalesce(w.prepaid_balance is not null, false) as kept
     from wms_fee f left join wms_order o on o.company_id = ${sql.company} and o.id = f.wms_order_id
     left join warehouse w on w.company_id = ${sql.company} and w.id = coalesce(o.warehouse_id, (select min(h.warehouse_id) from wms_warehouse h
       where h.company_id = ${sql.company} and h.connection_id = ${connectionId} having count(*) = 1))
     where f.company_id = ${sql.company} and f.connection_id = ${connectionId} and f.settlement is null
       and (f.wms_order_id is not null or f.ref_type not in ('outbound', 'inbound') or f.at < ${new Date(tx.now.getTime() - DOCUMENT_MS)})
     order by f.id limit ${sql.literal(AT_ONCE)} for update of f`,
  );
}

/** By fee; those without an exchange rate that day are absent. */
async function knownRates(tx: Tx, fees: readonly Open[]): Promise<Map<number, string>> {
  const { timeZone } = await companyOf(tx);
  const found = new Map<number, string>();
  for (const some of Map.groupBy(fees, (fee) => fee.currency).values()) {
    const days = some.map((fee) => ({ id: fee.id, currency: fee.currency, day: localDay(fee.at, timeZone) }));
    try {
      const rates = await ratesOn(tx, [...new Map(days.map((one) => [one.day, one])).values()]);
      for (const { id, currency, day } of days) found.set(id, rates.get(rateKey(currency, day)) ?? '1');
    } catch (error) {
      if (!(error instanceof Fail)) throw error;
    }
  }
  return found;
}

async function mark(tx: Tx, fees: readonly { id: number; warehouseId: number | null; settlement: string }[]) {
  if (fees.length === 0) return;
  await tx.rows(
    sql`update wms_fee f set settlement = r.settlement, warehouse_id = r."warehouseId"
     from jsonb_to_recordset(${JSON.stringify(fees)}::jsonb) as r(id bigint, settlement text, "warehouseId" bigint)
     where f.company_id = ${sql.company} and f.id = r.id`,
  );
}
