import type { WmsFee, WmsPage } from '@tradewind/connectors/wms.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { defineJob } from '../../core/jobs/jobs.ts';
import { withWms } from './access.ts';
import { FEES_JOB, type PayloadOf } from './jobs.ts';
import { keepPlace, type Place, placeOf, readOn } from './place.ts';
import { settleFees } from './settle.ts';

const DAY_MS = 24 * 3_600_000;
/** Corrections come late: so much is read again each time. */
const OVERLAP_DAYS = 3;
const FIRST_DAYS = 30;

defineJob<PayloadOf<typeof FEES_JOB>>(
  FEES_JOB.name,
  ['读取仓储服务商费用', 'Read the fees of a warehouse provider'],
  async (app, ctx, { connectionId, on }) => readFees(app, ctx, connectionId, on),
);

/** Reads what the provider took and gave back since the last time, a few days of before too. */
export async function readFees(app: App, ctx: Ctx, connectionId: number, given?: Place): Promise<void> {
  const now = ctx.now();
  const known = await app.database.inCompany(ctx, async (tx) => {
    const [row] = await tx.prepared<{ until: Date | null }>(
      'wms_fees_until',
      'select fees_until as until from wms_connection where company_id = $1 and id = $2 and enabled',
      [tx.companyId, connectionId],
    );
    return row && { ...row, place: given ?? (await placeOf(tx, FEES_JOB, { connectionId })) };
  });
  if (!known) return;
  const until = known.until?.getTime() ?? now.getTime() - FIRST_DAYS * DAY_MS;
  const days = await withWms(app, ctx, connectionId, async (wms) => wms.feesChangeDays ?? OVERLAP_DAYS);
  const start = { since: new Date(until - days * DAY_MS).toISOString(), began: now.toISOString() };
  const { at, on, atEnd } = await readOn(known.place, start, async (asked, cursor) => {
    const { rows, next } = await withWms<WmsPage<WmsFee>>(app, ctx, connectionId, async (wms, access) =>
      wms.fees ? wms.fees(access, asked.since, asked.began, cursor) : { rows: [] },
    );
    await app.database.inCompany(ctx, (tx) => keepFees(tx, connectionId, rows));
    return next;
  });
  const balances = await withWms(
    app,
    ctx,
    connectionId,
    (wms, access) => wms.balances?.(access) ?? Promise.resolve([]),
  );
  await app.database.inCompany(ctx, async (tx) => {
    await keepPlace(tx, FEES_JOB, { connectionId }, on);
    await tx.prepared(
      'wms_fees_read',
      `update wms_connection set balances = $3::jsonb, fees_until = case when $4 then $5::timestamptz else fees_until end
       where company_id = $1 and id = $2`,
      [tx.companyId, connectionId, JSON.stringify(balances), atEnd, at.began],
    );
  });
}

/**
 * Each fee is kept once, by the provider's own id, and becomes money in the same transaction. Told again with another
 * amount, the difference is kept as a further revision, so that what was settled stays as it was.
 */
export async function keepFees(tx: Tx, connectionId: number, fees: readonly WmsFee[]): Promise<void> {
  // Reads of one account go one after another, but for a person's own haste.
  await tx.prepared('wms_fees_lock', 'select 1 from wms_connection where company_id = $1 and id = $2 for update', [
    tx.companyId,
    connectionId,
  ]);
  await tx.prepared(
    'wms_fees_keep',
    `with told as (
       select distinct on (r."feeId") r.*, case r.direction when 'charge' then r.amount when 'refund' then -r.amount else 0 end as signed
       from jsonb_to_recordset($3::jsonb) as r(n int, "feeId" text, at timestamptz, "refType" text, "refNo" text, "feeType" text,
         direction text, amount numeric, currency text) order by r."feeId", r.n desc
     ), known as (
       select f.fee_id, f.currency, max(f.revision) as revision,
         sum(case f.direction when 'charge' then f.amount when 'refund' then -f.amount else 0 end) as signed
       from wms_fee f where f.company_id = $1 and f.connection_id = $2 and f.fee_id in (select "feeId" from told)
       group by f.fee_id, f.currency
     )
     insert into wms_fee (company_id, connection_id, fee_id, revision, at, ref_type, ref_no, fee_type, direction, amount, currency)
     select $1, $2, t."feeId", coalesce(k.revision, 0) + 1, case when k.fee_id is null then t.at else $4 end, t."refType",
       coalesce(t."refNo", ''), t."feeType",
       case when k.fee_id is null then t.direction when t.signed > k.signed then 'charge' else 'refund' end,
       case when k.fee_id is null then t.amount else abs(t.signed - k.signed) end, t.currency
     from told t left join known k on k.fee_id = t."feeId"
     where k.fee_id is null or k.currency = t.currency and k.signed <> t.signed
     order by t.at, t."feeId" on conflict do nothing`,
    [tx.companyId, connectionId, JSON.stringify(fees.map((fee, n) => ({ n, ...fee }))), tx.now],
  );
  await settleFees(tx, connectionId);
}
