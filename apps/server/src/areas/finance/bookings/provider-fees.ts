import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { Fail } from '../../../core/errors.ts';
import { subscribe } from '../../../core/jobs/jobs.ts';
import { Decimal, money } from '../../../core/money.ts';
import { arrayOf } from '../../../core/scope.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';
import { wmsFeesOwed } from '../../wms/public.ts';
import { book } from '../ledger/book.ts';
import type { Entry } from '../ledger/entry.ts';

interface Fee extends Record<string, unknown> {
  id: number;
  warehouseId: number | null;
  orderId: number | null;
  shopId: number | null;
  direction: 'charge' | 'refund';
  amount: string;
  currency: string;
  at: Date;
}

const LIMIT = 5000;

/**
 * Books warehouse provider fees at the day's exchange rate: as a cost of their order, else of the warehouse. A currency
 * without an exchange rate blocks only its own fees. @throws the first such failure, so that the job retries
 */
async function bookFeesOwed(app: App, ctx: Ctx, which: Sql): Promise<void> {
  const fees = await app.database.inCompany(ctx, (tx) =>
    tx.rows<Fee>(sql`select f.id, f.warehouse_id, b.order_id, b.shop_id,
        f.direction, f.amount, f.currency, f.at
      from wms_fee f left join wms_order o on o.company_id = f.company_id and o.id = f.wms_order_id and o.kind = 'outbound'
      left join outbound b on b.company_id = f.company_id and b.id = o.doc_id
      where f.company_id = ${sql.company} and f.settlement = 'owed' and ${which} order by f.id limit ${LIMIT}`),
  );
  let failed: Fail | undefined;
  for (const some of Map.groupBy(fees, (fee) => fee.currency).values()) {
    try {
      await app.database.inCompany(ctx, (tx) => bookAll(tx, some));
    } catch (error) {
      if (!(error instanceof Fail)) throw error;
      failed ??= error;
    }
  }
  if (failed) throw failed;
}

async function bookAll(tx: Tx, fees: readonly Fee[]): Promise<void> {
  const { timeZone } = await companyOf(tx);
  const dated = fees.map((fee) => ({ ...fee, day: localDay(fee.at, timeZone) }));
  const rates = await ratesOn(tx, [
    ...new Map(dated.map(({ currency, day }) => [rateKey(currency, day), { currency, day }])).values(),
  ]);
  await book(
    tx,
    dated.map((fee): Entry => {
      const { id, warehouseId, orderId, shopId, direction, currency, day } = fee;
      const amount = direction === 'charge' ? fee.amount : money(new Decimal(fee.amount).neg());
      const plain = { currency, rate: rates.get(rateKey(currency, day)) ?? '1' };
      const warehouse = warehouseId === null ? {} : ({ partyKind: 'warehouse', partyId: warehouseId } as const);
      const ofOrder = orderId !== null && shopId !== null;
      return {
        docKind: 'wms_fee',
        docId: id,
        step: 'fee',
        onDay: day,
        text: direction === 'charge' ? 'providerFee' : 'providerFeeBack',
        ...(ofOrder ? { order: { id: orderId, shopId } } : {}),
        lines: [
          { account: 'warehouse_fee', ...(ofOrder ? {} : warehouse), amount, ...plain },
          { account: 'warehouse_payable', ...warehouse, amount: money(new Decimal(amount).neg()), ...plain },
        ],
      };
    }),
  );
}

/** Transactions commit in another order than their ids: rereads this many ids. */
const LOOK_BACK = 10_000;

/** Books what events missed or had no exchange rate for; `all` checks everything, else only new rows. */
export const bookUnbookedProviderFees = (app: App, ctx: Ctx, all: boolean): Promise<void> =>
  bookFeesOwed(
    app,
    ctx,
    sql`f.amount > 0 and f.id > ${
      all
        ? sql`0`
        : sql`coalesce((select max(doc_id) from ledger_entry where company_id = ${sql.company} and doc_kind = 'wms_fee'), 0) - ${LOOK_BACK}`
    } and not exists (select from ledger_entry e where e.company_id = ${sql.company} and e.doc_kind = 'wms_fee'
      and e.doc_id = f.id and e.step = 'fee')`,
  );

subscribe(wmsFeesOwed, 'finance', ['记账：仓储服务商费用', 'Book warehouse provider fees'], (app, ctx, { feeIds }) =>
  bookFeesOwed(app, ctx, sql`f.id = any(${arrayOf(feeIds)}::bigint[])`),
);
