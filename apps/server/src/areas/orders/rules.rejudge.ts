import type { Rejudging } from '@tradewind/contract/orders.ts';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Tx } from '../../core/database/database.ts';
import { writeHistory } from '../../core/documents.ts';
import { addJob, defineJob } from '../../core/jobs/jobs.ts';
import { lockBoxes } from './arrange/box.ts';
import { setRoutes } from './arrange/route.ts';
import { type Decision, decisionDetail } from './judge.ts';
import { moveOrders } from './move.ts';
import { endOutbounds } from './outbounds.ts';
import { judgeAgain } from './reevaluate.ts';
import { orderById, tryAgain } from './reserve.queue.ts';
import { releaseReservations, requestReservation } from './reserve.ts';
import { askArranging, giveTags } from './ruled.ts';
import type { Status } from './status.ts';

/** So many orders at a time: one short transaction each. */
const PAGE = 200;
const COUNTED = 10_000;
const BEFORE_PICKING: readonly Status[] = ['review', 'allocate', 'ready', 'exception', 'held'];
const inList = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');
/** What a person may have caused or written without deciding anything about the order. */
const NO_DECISIONS = ['arrived', 'mapped', 'ruled', 'rejudged', 'remarked', 'tagged', 'changedByPlatform', 'paid'];

const OPEN = `o.company_id = $1 and o.status in (${inList(BEFORE_PICKING)})`;
/** Orders (as `o`) that rules alone have brought to where they are, and that nothing else stops. The company is $1. */
const WAITS = `${OPEN} and (o.status <> 'exception' or o.exception in ('rule', 'unmapped', 'address'))
  and o.origin = 'platform' and o.fulfilled_by = 'seller' and not o.cancel_requested and o.platform_hold is null
  and o.merged_into is null and not exists (select from sales_order m where m.company_id = $1 and m.merged_into = o.id)
  and not exists (select from document_event e where e.company_id = $1 and e.doc_kind = 'sales_order'
    and e.doc_id = o.id and e.user_id > 0 and e.event not in (${inList(NO_DECISIONS)}))`;

/** How many orders would be judged again, up to 10,000. */
export async function countWaiting(tx: Tx): Promise<number> {
  const [row] = await tx.prepared<{ n: number }>(
    'rules_waiting',
    `select count(*)::int as n from (select 1 from sales_order o where ${WAITS} limit ${COUNTED}) x`,
    [tx.companyId],
  );
  return row?.n ?? 0;
}

/** The next of them by id. Those that are open are few among all, so they are found first; the rest is asked one by one. */
export async function nextWaiting(tx: Tx, after: number): Promise<number[]> {
  const rows = await tx.prepared<{ id: number }>(
    'rules_waiting_next',
    `select o.id from (select o.id from sales_order o where ${OPEN} and o.id > $2 order by o.id offset 0) n,
       ${orderById('n.id')} where ${WAITS} order by n.id limit ${PAGE}`,
    [tx.companyId, after],
  );
  return rows.map((row) => row.id);
}

/** How the set of a version is doing with what waited; null: it was not to be judged again. */
export const REJUDGING: SQL = sql.raw(`case when rejudging is not null then jsonb_build_object('state', rejudging,
  'total', greatest(rejudge_total, rejudged), 'looked', rejudged, 'changed', rejudge_changed) end as rejudging`);
export type Rejudged = { rejudging: Rejudging | null };

/** Has the orders that wait judged by the set of this version, in a job. @returns how many there are, up to 10,000 */
export async function startRejudging(tx: Tx, version: number): Promise<number> {
  const total = await countWaiting(tx);
  if (total === 0) return 0;
  await tx.rows(sql`update order_rule_version set rejudging = 'running', rejudge_total = ${total}
    where company_id = ${tx.companyId} and version = ${version}`);
  await addJob(tx, rejudgeJob, { version }, { queue: 'orders.rejudge', priority: 5 });
  return total;
}

const rejudgeJob = defineJob<{ version: number }>(
  'orders.rejudge',
  ['按新规则重新判断待处理订单', 'Judge waiting orders by the new rules'],
  async (app, ctx, { version }, run) => {
    try {
      while (await app.database.inCompany(ctx, (tx) => nextPage(tx, version)));
    } catch (error) {
      if (run.attempt >= run.maxAttempts)
        await app.database.inCompany(ctx, (tx) => endRejudging(tx, version, 'failed'));
      throw error;
    }
  },
);

async function endRejudging(tx: Tx, version: number, state: Rejudging['state']): Promise<void> {
  await tx.rows(sql`update order_rule_version set rejudging = ${state}
    where company_id = ${tx.companyId} and version = ${version} and rejudging in ${UNDER_WAY}`);
}

/** A job that failed for good may be started again from the job centre. */
const UNDER_WAY = sql.raw(`('running', 'failed')`);

/**
 * The next orders, with how far it has come: a crash loses nothing, a second run does nothing twice. While a page is
 * judged nobody switches on another set; once somebody has, this one ends. False when there is nothing more to do.
 */
export async function nextPage(tx: Tx, version: number): Promise<boolean> {
  await tx.rows(sql`select 1 from order_rule_draft where company_id = ${tx.companyId} for share`);
  const row = await tx.row<{ cursor: number; latest: boolean }>(sql`select rejudge_cursor as cursor,
      version = (select max(version) from order_rule_version where company_id = ${tx.companyId}) as latest
    from order_rule_version where company_id = ${tx.companyId} and version = ${version} and rejudging in ${UNDER_WAY} for update`);
  if (!row) return false;
  if (!row.latest) {
    await endRejudging(tx, version, 'stopped');
    return false;
  }
  const found = await nextWaiting(tx, row.cursor);
  const { looked, changed } = await rejudge(tx, found, version);
  const last = found.at(-1) ?? row.cursor;
  await tx.rows(sql`update order_rule_version set rejudging = 'running', rejudge_cursor = ${last}, rejudged = rejudged + ${looked},
      rejudge_changed = rejudge_changed + ${changed} where company_id = ${tx.companyId} and version = ${version}`);
  if (found.length === PAGE) return true;
  await endRejudging(tx, version, 'done');
  return false;
}

type Judged = Awaited<ReturnType<typeof judgeAgain>>[number];

/**
 * Judges orders as if they arrived now: they go where the rules say and lose what only rules before had said. Tags stay.
 * Whatever was reserved for another place is given back. Each order's history names the rules and their versions.
 */
async function rejudge(tx: Tx, ids: readonly number[], version: number): Promise<{ looked: number; changed: number }> {
  await lockBoxes(tx, ids);
  // Somebody may have decided while we waited for them.
  const still = await tx.prepared<{ id: number }>(
    'rules_waiting_still',
    `select o.id from sales_order o where ${WAITS} and o.id = any($2::bigint[]) order by o.id`,
    [tx.companyId, ids],
  );
  const judged = await judgeAgain(
    tx,
    still.map(({ id }) => id),
    'rejudged',
    BEFORE_PICKING,
  );
  const replaced = judged.filter((order) => !samePlace(order));
  const marked = judged.filter((order) => !sameMarks(order));
  const moving = judged.filter((order) => moves(order));
  await setRoutes(
    tx,
    replaced.map(({ id, decision }) => ({ id, ...placeOf(decision) })),
  );
  await setMarks(tx, marked);
  await move(tx, moving, version);
  const staying = judged.filter((order) => !moving.includes(order));
  writeHistory(
    tx,
    staying.map(({ id, decision }) => ({
      docKind: 'sales_order',
      docId: id,
      event: 'rejudged',
      detail: { ruleSet: version, ...decisionDetail(decision) },
    })),
  );
  await askArranging(tx, judged);
  await tryAgain(
    tx,
    staying.filter((order) => order.status === 'allocate' && replaced.includes(order)).map(({ id }) => id),
  );
  const changed = new Set([...replaced, ...marked, ...moving]);
  if ([...changed].some(({ decision }) => decision.status === 'allocate')) await requestReservation(tx);
  return { looked: judged.length, changed: changed.size };
}

const placeOf = ({ warehouse, channel }: Decision) => ({
  warehouseId: warehouse?.action.warehouseId ?? null,
  channelId: channel?.action.channelId ?? null,
});

function samePlace(order: Judged): boolean {
  const wanted = placeOf(order.decision);
  // Reserved somewhere that no rule minds.
  const anywhere = order.status === 'ready' && wanted.warehouseId === null;
  return (anywhere || wanted.warehouseId === order.warehouseId) && wanted.channelId === order.channelId;
}

function moves(order: Judged): boolean {
  const { status, exception } = order.decision;
  if (order.status === 'ready') return status !== 'allocate' || !samePlace(order);
  return order.status !== status || (status === 'exception' && order.exception !== exception);
}

async function move(tx: Tx, moving: readonly Judged[], version: number): Promise<void> {
  const groups = Map.groupBy(moving, ({ decision }) => JSON.stringify([decision.status, decisionDetail(decision)]));
  for (const group of groups.values()) {
    const { decision } = group[0] as Judged;
    const moved = await moveOrders(
      tx,
      group.map(({ id }) => id),
      {
        to: decision.status,
        from: BEFORE_PICKING,
        event: 'rejudged',
        exception: decision.exception,
        detail: { ruleSet: version, ...decisionDetail(decision) },
      },
    );
    const back = moved.filter(({ from }) => from === 'ready').map(({ id }) => id);
    await endOutbounds(tx, back);
    await releaseReservations(tx, back);
  }
}

const priorityOf = ({ priority }: Decision) => priority?.action.priority ?? 0;

const sameMarks = (order: Judged) =>
  order.priority === priorityOf(order.decision) &&
  order.unruled === order.decision.unruled &&
  order.tagIds.length === order.decision.tagIds.length;

async function setMarks(tx: Tx, orders: readonly Judged[]): Promise<void> {
  if (orders.length === 0) return;
  const rows = orders.map(({ id, decision }) => ({
    id,
    tagIds: decision.tagIds,
    priority: priorityOf(decision),
    unruled: decision.unruled,
  }));
  await tx.prepared(
    'rejudge_marks',
    `update sales_order o set tag_ids = array(select jsonb_array_elements_text(r."tagIds")::bigint), priority = r.priority,
       unruled = r.unruled, version = o.version + 1
     from jsonb_to_recordset($2::jsonb) as r(id bigint, "tagIds" jsonb, priority int, unruled boolean) where o.company_id = $1 and o.id = r.id`,
    [tx.companyId, JSON.stringify(rows)],
  );
  giveTags(tx, orders);
}
