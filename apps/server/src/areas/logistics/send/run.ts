import { ConnectorError } from '@tradewind/connectors/types.ts';
import { SEND_AT_ONCE } from '@tradewind/contract/orders.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, maySee, type Rights } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict, Fail, notFound } from '../../../core/errors.ts';
import { askerRights } from '../../../core/exports.ts';
import { addJob, defineJob, type Job } from '../../../core/jobs/jobs.ts';
import { Decimal } from '../../../core/money.ts';
import { KEEP_DAYS } from '../../../core/retention.ts';
import { arrayOf } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { type BulkResult, overOrders, profitsWithFreight, type Selection } from '../../orders/public.ts';
import { carrierFail } from '../parcel/problems.ts';
import { inTurns } from '../turns.ts';
import { sendBy } from './choose.ts';
import { cheapestOf, estimateFreight } from './freight.ts';
import { labelOrder } from './labels.ts';
import { type LabelPrice, priceLabel } from './price.ts';
import { sendOrder } from './whole.ts';

const AT_ONCE = 3;
/** After this long without the carrier, reports the remaining orders as failed. */
const TRIES = 20;

type Act = (app: App, ctx: Ctx, orderId: number) => Promise<LabelPrice>;
const unpriced =
  (act: (app: App, ctx: Ctx, orderId: number) => Promise<void>): Act =>
  async (...of) => {
    await act(...of);
    return null;
  };
const ACTS = {
  freight: unpriced(goCheapest),
  label: unpriced(labelOrder),
  price: priceLabel,
  send: unpriced(sendOrder),
} satisfies Record<string, Act>;
export type SendAct = keyof typeof ACTS;
/** Always in the background: the page shows their progress. */
const BEHIND: readonly SendAct[] = ['price', 'send'];

async function goCheapest(app: App, ctx: Ctx, orderId: number): Promise<void> {
  const offer = cheapestOf(await estimateFreight(app, ctx, orderId));
  const { channelId, channelName, serviceCode, serviceName, amount, currency } = offer;
  const answered = { channel: channelName, channelBy: 'cheapest', service: serviceName, cost: `${amount} ${currency}` };
  const done = await app.database.inCompany(ctx, (tx) =>
    sendBy(tx, [orderId], { channelId, serviceCode, told: answered }),
  );
  if (done.length === 0) throw conflict('orders.state');
}

interface Failed {
  id: number;
  label: string;
  status: string;
  code: string;
  params: Record<string, string | number>;
}

/** Runs few orders at once; more in the background, where `sendRun` shows the progress. */
export async function sendOrders(
  app: App,
  ctx: Ctx,
  act: SendAct,
  selection: Selection,
): Promise<BulkResult & { runId: number | null }> {
  const waiting: number[] = [];
  const atOnce = BEHIND.includes(act) ? 0 : SEND_AT_ONCE;
  const now = await overOrders(app, ctx, selection, async (ids) => {
    if (waiting.length > 0 || ids.length > atOnce) {
      waiting.push(...ids);
      return { done: ids, otherwise: 'orders.state' };
    }
    const failed = new Map<number, Fail>();
    await inTurns(ids, AT_ONCE, async (id) => {
      const { fail } = await tried(app, ctx, act, id);
      if (fail) failed.set(id, fail);
    });
    return { done: ids.filter((id) => !failed.has(id)), otherwise: (id) => failed.get(id) ?? 'orders.state' };
  });
  const runId = waiting.length === 0 ? null : await app.database.inCompany(ctx, (tx) => begin(tx, act, waiting));
  return { ...now, done: now.done - waiting.length, runId };
}

type Tried = { fail?: Fail; price?: LabelPrice };

/** The result, or the error as text for the user. @throws unexpected errors */
async function tried(app: App, ctx: Ctx, act: SendAct, orderId: number): Promise<Tried> {
  try {
    return { price: await ACTS[act](app, ctx, orderId) };
  } catch (error) {
    if (error instanceof Fail) return { fail: error };
    if (error instanceof ConnectorError) return { fail: carrierFail(error) };
    throw error;
  }
}

interface RunJob {
  runId: number;
  asker: Ctx['actor'];
  tries?: number;
}
const runJob: Job<RunJob> = defineJob(
  'logistics.sendRun',
  ['批量选择渠道、购买面单、发货', 'Choose channels, buy labels or ship in bulk'],
  work,
);

async function begin(tx: Tx, act: SendAct, ids: readonly number[]): Promise<number> {
  await tx.rows(sql`delete from send_run where company_id = ${sql.company}
    and created_at < now() - make_interval(days => ${KEEP_DAYS})`);
  const made = await tx.row<{ id: number }>(sql`insert into send_run (company_id, act, user_id, total, waiting)
    values (${sql.company}, ${act}, ${tx.actor.userId}, ${ids.length}, ${arrayOf(ids)}::bigint[]) returning id`);
  const runId = made?.id ?? 0;
  await addJob(tx, runJob, { runId, asker: tx.actor });
  return runId;
}

/** Runs some orders, then requeues itself so that other jobs get a turn. */
async function work(app: App, jobCtx: Ctx, { runId, asker, tries = 1 }: RunJob): Promise<void> {
  const requested: { userId: number; rights?: Rights } = { userId: asker.userId };
  await app.database.inCompany(jobCtx, (tx) => askerRights.call(tx, requested));
  // The user who started it is gone: does nothing more in their name.
  if (!requested.rights) return;
  const ctx: Ctx = { ...jobCtx, actor: asker, rights: requested.rights };
  const run = await app.database.look(ctx, (tx) =>
    tx.row<{
      act: SendAct;
      waiting: number[];
    }>(sql`select act, to_jsonb(waiting[1:${SEND_AT_ONCE}]) as waiting from send_run
      where company_id = ${sql.company} and id = ${runId}`),
  );
  if (!run || run.waiting.length === 0) return;
  const over: number[] = [];
  const failed: { id: number; fail: Fail }[] = [];
  const found: Priced[] = [];
  let waitMs = 0;
  await inTurns(run.waiting, AT_ONCE, async (id) => {
    if (waitMs > 0) return;
    const { fail, price } = await tried(app, ctx, run.act, id);
    if (fail?.status === 503 && tries < TRIES) waitMs = Number(fail.params.retryAfterSeconds ?? 30) * 1000;
    else {
      over.push(id);
      if (fail) failed.push({ id, fail });
      else if (price) found.push({ id, ...price });
    }
  });
  await app.database.inCompany(ctx, async (tx) => {
    const left = await note(tx, runId, { over, failed, found });
    const wait = waitMs > 0 ? { runAt: new Date(Date.now() + waitMs) } : {};
    if (left > 0) await addJob(tx, runJob, { runId, asker, tries: waitMs > 0 ? tries + 1 : 1 }, wait);
  });
}

type Priced = { id: number; amount: string; currency: string };
interface Outcome {
  over: readonly number[];
  failed: readonly { id: number; fail: Fail }[];
  found: readonly Priced[];
}

async function note(tx: Tx, runId: number, { over, failed, found }: Outcome): Promise<number> {
  const labels = await tx.rows<{ id: number; label: string; status: string }>(sql`select id, display_no as label, status
    from sales_order where company_id = ${sql.company} and id = any(${arrayOf(failed.map(({ id }) => id))}::bigint[])`);
  const labelOf = new Map(labels.map((row) => [row.id, row]));
  const rows = failed.map(({ id, fail }): Failed => {
    const { label = String(id), status = '' } = labelOf.get(id) ?? {};
    return { id, label, status, code: fail.code, params: fail.params };
  });
  const row = await tx.row<{ left: number }>(sql`update send_run set done = done + ${over.length - failed.length},
      failed = failed || ${JSON.stringify(rows)}::jsonb, found = found || ${JSON.stringify(found)}::jsonb,
      waiting = array(select w from unnest(waiting) with ordinality as x(w, n) where w <> all(${arrayOf(over)}::bigint[]) order by n)
    where company_id = ${sql.company} and id = ${runId} returning cardinality(waiting) as left`);
  return row?.left ?? 0;
}

/** Only for the user who started it. */
export async function runProgress(tx: Tx, ctx: Ctx, id: number) {
  const run = await runOf(tx, id);
  return {
    total: run.total,
    done: run.done,
    finished: run.left === 0,
    failed: run.failed.map(({ id: orderId, label, status, code, params }) => ({
      id: orderId,
      label,
      error: code,
      reason: say(ctx.language, code, {
        number: label,
        status: say(ctx.language, `orders.status.${status}`),
        ...params,
      }),
    })),
  };
}

type Run = { total: number; done: number; left: number; failed: Failed[]; found: Priced[] };

async function runOf(tx: Tx, id: number): Promise<Run> {
  const run = await tx.row<Run>(sql`select total, done, cardinality(waiting) as left, failed, found
    from send_run where company_id = ${sql.company} and id = ${id} and user_id = ${tx.actor.userId}`);
  if (!run) throw notFound('logistics.runGone');
  return run;
}

const NAMED = 100;

/** What labels would cost together, and which orders would lose money by theirs; amounts only for those who see costs. */
export async function labelPrices(tx: Tx, ctx: Ctx, id: number) {
  const progress = await runProgress(tx, ctx, id);
  const { found } = await runOf(tx, id);
  const hidden = !maySee(ctx.rights, 'seeCost');
  if (hidden || !progress.finished)
    return { ...progress, labels: found.length, hidden, sums: [], losing: [], losingCount: 0 };
  const sums = new Map<string, Decimal>();
  for (const { amount, currency } of found) sums.set(currency, (sums.get(currency) ?? new Decimal(0)).plus(amount));
  const margins = await profitsWithFreight(tx, found);
  const losing = found.flatMap(({ id: orderId, amount, currency }) => {
    const margin = margins.get(orderId);
    if (!margin?.loses) return [];
    const { displayNo, total, currency: totalCurrency, profit } = margin;
    return [{ id: orderId, label: displayNo, amount, currency, total, totalCurrency, profit }];
  });
  return {
    ...progress,
    labels: found.length,
    hidden,
    sums: [...sums].map(([currency, amount]) => ({ currency, amount: amount.toFixed(2) })),
    losing: losing.slice(0, NAMED),
    losingCount: losing.length,
  };
}
