import type { WmsFee, WmsPage } from '@tradewind/connectors/wms.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { defineJob } from '../../core/jobs/jobs.ts';
import { withWms } from './access.ts';
import { FEES_JOB, type PayloadOf } from './jobs.ts';
import { keepPlace, type Place, placeOf, readOn } from './place.ts';
import { settleFees } from './settle.ts';

const DAY_MS = 24 * 3_600_000;
/** Corrections come late: each run rereads this period. */
const OVERLAP_DAYS = 3;
const FIRST_DAYS = 30;

defineJob<PayloadOf<typeof FEES_JOB>>(
  FEES_JOB.name,
  ['同步服务商费用', 'Sync provider fees'],
  async (app, ctx, { connectionId, on }) => readFees(app, ctx, connectionId, on),
);

/** Reads charges and refunds since the last run, with a few days of overlap. */
export async function readFees(app: App, ctx: Ctx, connectionId: number, input?: Place): Promise<void> {
  const now = ctx.now();
  const known = await app.database.inCompany(ctx, async (tx) => {
    const [row] = await tx.rows<{ until: Date | null }>(
      sql`select fees_until as until from wms_connection where company_id = ${sql.company} and id = ${connectionId} and enabled`,
    );
    return row && { ...row, place: input ?? (await placeOf(tx, FEES_JOB, { connectionId })) };
  });
  if (!known) return;
  const until = known.until?.getTime() ?? now.getTime() - FIRST_DAYS * DAY_MS;
  const days = await withWms(app, ctx, connectionId, async (wms) => wms.feesChangeDays ?? OVERLAP_DAYS);
  const start = { since: new Date(until - days * DAY_MS).toISOString(), began: now.toISOString() };
  const { at, on, atEnd } = await readOn(known.place, start, async (requested, cursor) => {
    const { rows, next } = await withWms<WmsPage<WmsFee>>(app, ctx, connectionId, async (wms, access) =>
      wms.fees ? wms.fees(access, requested.since, requested.began, cursor) : { rows: [] },
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
    await tx.rows(
      sql`update wms_connection set balances = ${JSON.stringify(balances)}::jsonb, fees_until = case when ${atEnd} then ${at.began}::timestamptz else fees_until end
       where company_id = ${sql.company} and id = ${connectionId}`,
    );
  });
}

/**
 * Saves each fee once by the provider's id and settles it in the same transaction. If the amount changes later, saves
 * the difference as a revision, so that settled fees stay unchanged.
 */
export async function keepFees(tx: Tx, connectionId: number, fees: readonly WmsFee[]): Promise<void> {
  // Reads of one account go one after another, but for a person's own haste.
  await tx.rows(
    sql`select 1 from wms_connection where company_id = ${sql.company} and id = ${connectionId} for update`,
  );
  await tx.rows(
    sql`with told as (
       select distinct on (r."feeId") r.*, case r.direction when 'charge' then r.amount when 'refund' then -r.amount else 0 end as signed
       from jsonb_to_recordset(${JSON.stringify(fees.map((fee, n) => ({ n, ...fee })))}::jsonb) as r(n int, "feeId" text, at timestamptz, "refType" text, "refNo" text, "feeType" text,
         direction text, amount numeric, currency text) order by r."feeId", r.n desc
     ), known as (
       select f.fee_id, f.currency, max(f.revision) as revision,
         sum(case f.direction when 'charge' then f.amount when 'refund' then -f.amount else 0 end) as signed
       from wms_fee f where f.company_id = ${sql.company} and f.connection_id = ${connectionId} and f.fee_id in (select "feeId" from told)
       group by f.fee_id, f.currency
     )
     insert into wms_fee (company_id, connection_id, fee_id, revision, at, ref_type, ref_no, fee_type, direction, amount, currency)
     select ${sql.company}, ${connectionId}, t."feeId", coalesce(k.revision, 0) + 1, case when k.fee_id is null then t.at else ${tx.now} end, t."refType",
       coalesce(t."refNo", ''), t."feeType",
       case when k.fee_id is null then t.direction when t.signed > k.signed then 'charge' else 'refund' end,
       case when k.fee_id is null then t.amount else abs(t.signed - k.signed) end, t.currency
     from told t left join known k on k.fee_id = t."feeId"
     where k.fee_id is null or k.currency = t.currency and k.signed <> t.signed
     order by t.at, t."feeId" on conflict do nothing`,
  );
  await settleFees(tx, connectionId);
}
