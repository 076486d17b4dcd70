import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Fail } from '../../../core/errors.ts';
import { addJob, defineJob, type Job } from '../../../core/jobs/jobs.ts';
import { arrayOf, inWarehouses } from '../../../core/scope.ts';
import { inTurns } from '../turns.ts';
import { prepareLabel } from './label.ts';
import { readWords, wordsOf } from './problems.ts';
import { buyLabel } from './purchase.ts';

const JOB_SIZE = 20;
const AT_ONCE = 3;

/** After this long without the carrier, reports the boxes as failed. */
const TRIES = 20;

const buyJob: Job<{ outboundIds: number[]; tries?: number }> = defineJob(
  'logistics.buyLabels',
  ['批量购买面单', 'Buy labels in bulk'],
  async (app, ctx, { outboundIds, tries = 1 }: { outboundIds: number[]; tries?: number }) => {
    const later: number[] = [];
    let waitMs = 0;
    await inTurns(outboundIds, AT_ONCE, async (outboundId) => {
      if (waitMs > 0) return void later.push(outboundId);
      const waitFor = (error: unknown) => (tries < TRIES ? patience(error) : 0);
      try {
        const parcelId = await buyLabel(app, ctx, { outboundId }, (error) => waitFor(error) > 0);
        // Printing follows at once, so it loads the carrier's label now.
        await prepareLabel(app, ctx, parcelId).catch(() => {});
      } catch (error) {
        const wait = waitFor(error);
        waitMs = Math.max(waitMs, wait);
        if (wait > 0) later.push(outboundId);
        else await noteFailure(app, ctx, outboundId, error);
      }
    });
    if (later.length > 0)
      await app.database.inCompany(ctx, (tx) =>
        addJob(tx, buyJob, { outboundIds: later, tries: tries + 1 }, { runAt: new Date(Date.now() + waitMs) }),
      );
  },
);

/** How long to wait before a retry; 0: waiting does not help. */
function patience(error: unknown): number {
  if (error instanceof Fail && error.status === 503) return Number(error.params.retryAfterSeconds ?? 30) * 1000;
  if (error instanceof ConnectorError && error.kind === 'throttled') return error.retryAfterMs ?? 10_000;
  return 0;
}

/** buyLabel saves its refusals with the parcel; this saves the others (a box that may not be labelled). */
async function noteFailure(app: App, ctx: Ctx, outboundId: number, error: unknown): Promise<void> {
  if (!(error instanceof Fail)) app.log.warn({ error, outboundId }, 'label of a bulk');
  await app.database.inCompany(ctx, (tx) =>
    tx.rows(sql`update parcel set last_error = coalesce(last_error, ${wordsOf(error)}) where company_id = ${sql.company}
      and outbound_id = ${outboundId} and state in ('packed', 'failed', 'uncertain')`),
  );
}

async function clearErrors(tx: Tx, ctx: Pick<Ctx, 'rights'>, outboundIds: readonly number[]): Promise<number[]> {
  const rows = await tx.rows<{ outboundId: number }>(sql`update parcel set last_error = null
    where company_id = ${sql.company} and outbound_id = any(${arrayOf(outboundIds)}::bigint[])
      and state in ('packed', 'failed', 'uncertain') and ${inWarehouses(ctx, sql`warehouse_id`)}
    returning outbound_id`);
  return rows.map((row) => row.outboundId).sort((a, b) => a - b);
}

/** Queues the labels of many boxes, several per job, so that workers share them. */
export async function queueLabels(tx: Tx, ctx: Ctx, outboundIds: readonly number[]): Promise<{ queued: number }> {
  const waiting = await clearErrors(tx, ctx, outboundIds);
  for (let i = 0; i < waiting.length; i += JOB_SIZE)
    await addJob(tx, buyJob, { outboundIds: waiting.slice(i, i + JOB_SIZE) });
  return { queued: waiting.length };
}

export async function labelProgress(tx: Tx, ctx: Ctx, outboundIds: readonly number[]) {
  const rows = await tx.rows<{
    outboundId: number;
    parcelId: number;
    orderNo: string;
    outcome: 'waiting' | 'done' | 'failed';
    trackingNumber: string | null;
    error: string | null;
  }>(sql`select distinct on (outbound_id) outbound_id, id as "parcelId", order_no,
      case when state in ('labelled', 'shipped', 'delivered') then 'done'
           when last_error is not null or state = 'voided' then 'failed' else 'waiting' end as outcome,
      tracking_number, last_error as error
    from parcel where company_id = ${sql.company} and outbound_id = any(${arrayOf(outboundIds)}::bigint[])
      and ${inWarehouses(ctx, sql`warehouse_id`)} order by outbound_id, id desc`);
  return { rows: rows.map((row) => ({ ...row, error: readWords(ctx.language, row.error) })) };
}
