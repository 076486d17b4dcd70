import type { MarketplaceConnector } from '@tradewind/connectors/capabilities/connector.ts';
import type { ReturnRefund } from '@tradewind/connectors/capabilities/returns.ts';
import { ConnectorError, type ShopAccess } from '@tradewind/connectors/types.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { addJob, defineJob, emit } from '../../core/jobs/jobs.ts';
import { defineSchedule } from '../../core/jobs/schedule.ts';
import { Decimal, money } from '../../core/money.ts';
import { NEXT_PART, returnsTaken, shopQueue, withShop } from '../channels/public.ts';
import { closeIfDone, lockReturn, notify } from './document.ts';
import { returnRefunded } from './events.ts';
import { giveBackMoney } from './limits.ts';

const BATCH = 20;

const platformUpdateJob = defineJob<{ shopId: number }>(
  'returns.platformUpdates',
  ['回复平台退货申请并退款', 'Respond to returns and refund on the platform'],
  async (app, ctx, { shopId }) => {
    if (await sendAnswers(app, ctx, shopId)) await sendRefunds(app, ctx, shopId);
  },
);

/** Queues an update to the platform; runs in the shop's own queue, one call after another. */
export function requestUpdate(tx: Tx, shopId: number, runAt?: Date): Promise<void> {
  return addJob(
    tx,
    platformUpdateJob,
    { shopId },
    {
      queue: shopQueue(shopId),
      key: `returns.tell:${shopId}${runAt ? ':later' : ''}`,
      priority: runAt ? NEXT_PART : 4,
      ...(runAt ? { runAt } : {}),
    },
  );
}

const waitMs = (error: unknown, tries: number) =>
  (error instanceof ConnectorError ? error.retryAfterMs : undefined) ??
  Math.min(30 * 60_000, 15_000 * 2 ** Math.min(tries, 8));
const isFinal = (error: unknown) => error instanceof ConnectorError && error.kind === 'rejected';
const wordsOf = (error: unknown) => (error as Error).message.slice(0, 500);

interface Answer extends Record<string, unknown> {
  id: number;
  returnNo: string;
  platformOrderNo: string;
  state: string;
  note: string;
}

/** Safe to repeat: the platform keeps an earlier response. @returns false when the shop has to wait */
async function sendAnswers(app: App, ctx: Ctx, shopId: number): Promise<boolean> {
  for (;;) {
    const due = await app.database.inCompany(ctx, (tx) =>
      tx.rows<Answer>(sql`select r.id, r.platform_return_no as "returnNo", o.platform_order_no, r.state, r.answer_note as note
        from sales_return r join sales_order o on o.company_id = r.company_id and o.id = r.order_id
        where r.company_id = ${sql.company} and r.shop_id = ${shopId} and r.answer_state = 'due' order by r.id limit ${BATCH}`),
    );
    if (due.length === 0) return true;
    for (const one of due) if (!(await sendAnswer(app, ctx, shopId, one))) return false;
  }
}

async function sendAnswer(app: App, ctx: Ctx, shopId: number, one: Answer): Promise<boolean> {
  const { returnNo, platformOrderNo, note } = one;
  const answer = { returnNo, platformOrderNo, approve: one.state !== 'rejected', ...(note ? { note } : {}) };
  const keep = (state: string, error: string | null, event?: string, later?: Date) =>
    app.database.inCompany(ctx, async (tx) => {
      await tx.rows(sql`update sales_return set answer_state = ${state}, answer_error = ${error}
        where company_id = ${sql.company} and id = ${one.id} and answer_state = 'due'`);
      if (event) notify(tx, one.id, event, error ? { detail: { error } } : {});
      if (later) await requestUpdate(tx, shopId, later);
    });
  try {
    await withShop(app, ctx, shopId, async (connector, access) => connector.answerReturn?.(access, answer));
    await keep('done', null, 'answerTold');
    return true;
  } catch (error) {
    if (isFinal(error)) {
      await keep('failed', wordsOf(error), 'answerRefused');
      return true;
    }
    await keep('due', wordsOf(error), undefined, new Date(ctx.now().getTime() + waitMs(error, 2)));
    return false;
  }
}

interface Due extends Record<string, unknown> {
  id: number;
  returnId: number;
  state: 'due' | 'telling';
  amount: string;
  currency: string;
  before: string | null;
  shipping: string;
  lines: ReturnRefund['lines'];
  key: string;
  tries: number;
  remark: string;
  returnNo: string;
  platformOrderNo: string;
}

/** The refund amount of each platform line. */
const LINES = sql`coalesce((select jsonb_agg(jsonb_build_object('platformLineId', o.platform_line_id, 'quantity', l.quantity,
      'amount', w.amount) order by l.id)
    from jsonb_to_recordset(f.lines) as w("lineId" bigint, amount text)
    join sales_return_line l on l.company_id = ${sql.company} and l.id = w."lineId"
    join order_line o on o.company_id = l.company_id and o.id = l.order_line_id), '[]')`;

async function sendRefunds(app: App, ctx: Ctx, shopId: number): Promise<void> {
  for (;;) {
    const [due] = await app.database.inCompany(ctx, (tx) =>
      tx.rows<Due>(sql`select f.id, f.return_id, f.state, f.amount, f.shipping, f.currency, ${LINES} as lines,
          f.company_id || '-' || f.id || '-' || extract(epoch from f.at) as key, f.before, f.tries, f.remark, r.platform_return_no as "returnNo", o.platform_order_no
        from return_refund f join sales_return r on r.company_id = f.company_id and r.id = f.return_id
        join sales_order o on o.company_id = f.company_id and o.id = f.order_id
        where f.company_id = ${sql.company} and f.shop_id = ${shopId} and f.state in ('due', 'telling') and f.due_at <= ${tx.now}
          and not exists (select 1 from return_refund t join sales_order p on p.company_id = t.company_id and p.id = t.order_id
            where t.company_id = ${sql.company} and t.shop_id = f.shop_id and t.id <> f.id and t.state = 'telling'
              and p.platform_order_no = o.platform_order_no)
        order by f.due_at, f.id limit 1`),
    );
    if (!due || !(await sendRefund(app, ctx, shopId, due))) return;
  }
}

/** @returns false when the shop has to wait */
async function sendRefund(app: App, ctx: Ctx, shopId: number, due: Due): Promise<boolean> {
  try {
    const found = await withShop(app, ctx, shopId, (connector, access) => giveBack(app, ctx, connector, access, due));
    await app.database.inCompany(ctx, (tx) => refunded(tx, shopId, due, found));
    return true;
  } catch (error) {
    await app.database.inCompany(ctx, (tx) => notRefunded(tx, shopId, due, error));
    return isFinal(error);
  }
}

/**
 * Reads the amount refunded so far and saves it with `telling`: if the answer is lost, the amount shows next time
 * whether the platform received our refund. Some platforms count per order only, so refunds of an order run one at a
 * time.
 */
async function giveBack(
  app: App,
  ctx: Ctx,
  connector: MarketplaceConnector,
  access: ShopAccess,
  due: Due,
): Promise<'told' | 'found'> {
  const { returnNo, platformOrderNo, currency, lines, key, remark } = due;
  const which = { returnNo, platformOrderNo };
  const known = (await connector.returnRefunded?.(access, which)) ?? '0';
  if (
    due.state === 'telling' &&
    due.before !== null &&
    new Decimal(known).gte(new Decimal(due.before).plus(due.amount))
  )
    return 'found';
  await app.database.inCompany(ctx, (tx) =>
    tx.rows(sql`update return_refund set state = 'telling', before = ${money(known)}
      where company_id = ${sql.company} and id = ${due.id}`),
  );
  due.state = 'telling';
  const [amount = '', shipping = ''] = [due.amount, due.shipping].map((value) => new Decimal(value).toFixed(2));
  const note = remark ? { note: remark } : {};
  await connector.refundReturn?.(access, { ...which, amount, shipping, currency, lines, key, ...note });
  return 'told';
}

async function refunded(tx: Tx, shopId: number, due: Due, how: 'told' | 'found'): Promise<void> {
  const one = await lockReturn(tx, due.returnId);
  const done = await tx.row(sql`update return_refund set state = 'done', error = null
    where company_id = ${sql.company} and id = ${due.id} and state = 'telling' returning id`);
  if (!done) return;
  notify(tx, one.id, 'refunded', {
    detail: { amount: new Decimal(due.amount).toFixed(2), currency: due.currency, how },
  });
  await emit(tx, returnRefunded, { refundIds: [due.id] });
  await closeIfDone(tx, one);
  await leftToOurs(tx, shopId, due);
}

/** A refund made on the platform's site meanwhile waited for ours. */
const leftToOurs = (tx: Tx, shopId: number, due: Due) => returnsTaken.call(tx, { shopId, returnNos: [due.returnNo] });

/**
 * A refund that the platform rejects has failed; any other error leaves it pending, and the next attempt checks first.
 */
async function notRefunded(tx: Tx, shopId: number, due: Due, error: unknown): Promise<void> {
  const words = wordsOf(error);
  if (!isFinal(error)) {
    const next = new Date(tx.now.getTime() + waitMs(error, due.tries));
    await tx.rows(sql`update return_refund set tries = tries + 1, error = ${words}, due_at = ${next}
      where company_id = ${sql.company} and id = ${due.id}`);
    return requestUpdate(tx, shopId, next);
  }
  const one = await lockReturn(tx, due.returnId);
  const failed = await tx.row(sql`update return_refund set state = 'failed', error = ${words}
    where company_id = ${sql.company} and id = ${due.id} and state in ('due', 'telling') returning id`);
  if (!failed) return;
  await giveBackMoney(tx, one.orderId, due.amount);
  await tx.rows(sql`update sales_return set refunded = refunded - ${due.amount}, version = version + 1
    where company_id = ${sql.company} and id = ${one.id}`);
  notify(tx, one.id, 'refundRefused', { detail: { error: words } });
  await leftToOurs(tx, shopId, due);
}

const REFUND_DUE = sql`state in ('due', 'telling') and due_at < now() - interval '5 minutes'`;

/** Pending updates without a job (a cancelled job, a clock change). */
defineSchedule({
  name: 'returns.tellLeftovers',
  cron: '*/10 * * * *',
  title: ['补报平台退货', 'Report leftover returns to platforms'],
  due: sql`select company_id from return_refund where ${REFUND_DUE}
    union select company_id from sales_return where answer_state = 'due'`,
  each: (app, ctx) =>
    app.database.inCompany(ctx, async (tx) => {
      const shops = await tx.rows<{ shopId: number }>(sql`
        select shop_id from return_refund where company_id = ${sql.company} and ${REFUND_DUE}
        union select shop_id from sales_return where company_id = ${sql.company} and answer_state = 'due'`);
      for (const { shopId } of shops) await requestUpdate(tx, shopId);
    }),
});
