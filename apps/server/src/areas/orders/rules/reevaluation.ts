import type { Reevaluation } from '@tradewind/contract/orders.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { lockBoxes } from '../arrange/box.ts';
import { setRoutes } from '../arrange/route.ts';
import { moveOrders } from '../move.ts';
import { endOutbounds } from '../reserve/end-outbounds.ts';
import { orderById, tryAgain } from '../reserve/queue.ts';
import { releaseReservations, requestReservation } from '../reserve/reserve.ts';
import type { Status } from '../status.ts';
import { type Decision, decisionDetail } from './decide.ts';
import { askArranging, giveTags } from './effects.ts';
import { reevaluateOrders } from './reevaluate.ts';

/** Orders per page: one short transaction each. */
const PAGE = 200;
const COUNTED = 10_000;
const BEFORE_PICKING: readonly Status[] = ['review', 'allocate', 'ready', 'exception', 'held'];
const inList = (words: readonly string[]) => sql.join(words.map((word) => sql`'${sql.id(word, words)}'`));
/** Events by a person that decide nothing about the order. */
const NO_DECISIONS = ['arrived', 'mapped', 'ruled', 'reevaluated', 'remarked', 'tagged', 'changedByPlatform', 'paid'];

const OPEN = sql`o.company_id = ${sql.company} and o.status in (${inList(BEFORE_PICKING)})`;
/** Orders (as `o`) whose status comes from rules alone and that nothing else holds. */
const WAITS = sql`${OPEN} and (o.status <> 'exception' or o.exception in ('rule', 'unmapped', 'address'))
  and o.origin = 'platform' and o.fulfilled_by = 'seller' and not o.cancel_requested and o.platform_hold is null
  and o.merged_into is null and not exists (select from sales_order m where m.company_id = ${sql.company} and m.merged_into = o.id)
  and not exists (select from document_event e where e.company_id = ${sql.company} and e.doc_kind = 'sales_order'
    and e.doc_id = o.id and e.user_id > 0 and e.event not in (${inList(NO_DECISIONS)}))`;

/** The number of orders to re-evaluate, up to 10,000. */
export async function countWaiting(tx: Tx): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(
    sql`select count(*)::int as n from (select 1 from sales_order o where ${WAITS} limit ${sql.literal(COUNTED)}) x`,
  );
  return row?.n ?? 0;
}

/** The next of them by id. Open orders are few, so the query finds them first and checks the rest one by one. */
export async function nextWaiting(tx: Tx, after: number): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`select o.id from (select o.id from sales_order o where ${OPEN} and o.id > ${after} order by o.id offset 0) n,
       ${orderById(sql`n.id`)} where ${WAITS} order by n.id limit ${sql.literal(PAGE)}`,
  );
  return rows.map((row) => row.id);
}

/** The progress of a version's re-evaluation; null: none requested. */
export const REEVALUATION: Sql = sql`case when rejudging is not null then jsonb_build_object('state', rejudging,
  'total', greatest(reevaluate_total, reevaluated), 'looked', reevaluated, 'changed', reevaluate_changed) end as rejudging`;
export type Reevaluated = { rejudging: Reevaluation | null };

/** Starts a job that re-evaluates waiting orders by this version. @returns their number, up to 10,000 */
export async function startReevaluation(tx: Tx, version: number): Promise<number> {
  const total = await countWaiting(tx);
  if (total === 0) return 0;
  await tx.rows(sql`update order_rule_version set rejudging = 'running', reevaluate_total = ${total}
    where company_id = ${sql.company} and version = ${version}`);
  await addJob(tx, reevaluationJob, { version }, { queue: 'orders.reevaluate', priority: 5 });
  return total;
}

const reevaluationJob = defineJob<{ version: number }>(
  'orders.reevaluate',
  ['按新规则重新评估待处理订单', 'Re-evaluate waiting orders by the new rules'],
  async (app, ctx, { version }, run) => {
    try {
      while (await app.database.inCompany(ctx, (tx) => nextPage(tx, version)));
    } catch (error) {
      if (run.attempt >= run.maxAttempts)
        await app.database.inCompany(ctx, (tx) => endReevaluation(tx, version, 'failed'));
      throw error;
    }
  },
);

async function endReevaluation(tx: Tx, version: number, state: Reevaluation['state']): Promise<void> {
  await tx.rows(sql`update order_rule_version set rejudging = ${state}
    where company_id = ${sql.company} and version = ${version} and rejudging in ${UNDER_WAY}`);
}

/** A failed job can be restarted in the job center. */
const UNDER_WAY = sql`('running', 'failed')`;

/**
 * Re-evaluates the next orders and stores the progress with them: a crash loses nothing, and a second run repeats
 * nothing. No other version can go live during a page; once one has, this job ends. False when nothing is left.
 */
export async function nextPage(tx: Tx, version: number): Promise<boolean> {
  await tx.rows(sql`select 1 from order_rule_draft where company_id = ${sql.company} for share`);
  const row = await tx.row<{ cursor: number; latest: boolean }>(sql`select reevaluate_cursor as cursor,
      version = (select max(version) from order_rule_version where company_id = ${sql.company}) as latest
    from order_rule_version where company_id = ${sql.company} and version = ${version} and rejudging in ${UNDER_WAY} for update`);
  if (!row) return false;
  if (!row.latest) {
    await endReevaluation(tx, version, 'stopped');
    return false;
  }
  const found = await nextWaiting(tx, row.cursor);
  const { looked, changed } = await reevaluate(tx, found, version);
  const last = found.at(-1) ?? row.cursor;
  await tx.rows(sql`update order_rule_version set rejudging = 'running', reevaluate_cursor = ${last}, reevaluated = reevaluated + ${looked},
      reevaluate_changed = reevaluate_changed + ${changed} where company_id = ${sql.company} and version = ${version}`);
  if (found.length === PAGE) return true;
  await endReevaluation(tx, version, 'done');
  return false;
}

type Evaluated = Awaited<ReturnType<typeof reevaluateOrders>>[number];

/**
 * Re-evaluates orders as if they were new: they follow the rules and lose what only earlier rules had set. Tags stay.
 * Releases stock allocated in another warehouse. The history of each order names the rules and versions.
 */
async function reevaluate(
  tx: Tx,
  ids: readonly number[],
  version: number,
): Promise<{ looked: number; changed: number }> {
  await lockBoxes(tx, ids);
  // A person may have decided while this waited for the locks.
  const still = await tx.rows<{ id: number }>(
    sql`select o.id from sales_order o where ${WAITS} and o.id = any(${ids}::bigint[]) order by o.id`,
  );
  const evaluated = await reevaluateOrders(
    tx,
    still.map(({ id }) => id),
    'reevaluated',
    BEFORE_PICKING,
  );
  const replaced = evaluated.filter((order) => !samePlace(order));
  const marked = evaluated.filter((order) => !sameMarks(order));
  const moving = evaluated.filter((order) => moves(order));
  await setRoutes(
    tx,
    replaced.map(({ id, decision }) => ({ id, ...placeOf(decision) })),
  );
  await setMarks(tx, marked);
  await move(tx, moving, version);
  const staying = evaluated.filter((order) => !moving.includes(order));
  writeHistory(
    tx,
    staying.map(({ id, decision }) => ({
      docKind: 'sales_order',
      docId: id,
      event: 'reevaluated',
      detail: { ruleSet: version, ...decisionDetail(decision) },
    })),
  );
  await askArranging(tx, evaluated);
  await tryAgain(
    tx,
    staying.filter((order) => order.status === 'allocate' && replaced.includes(order)).map(({ id }) => id),
  );
  const changed = new Set([...replaced, ...marked, ...moving]);
  if ([...changed].some(({ decision }) => decision.status === 'allocate')) await requestReservation(tx);
  return { looked: evaluated.length, changed: changed.size };
}

const placeOf = ({ warehouse, channel }: Decision) => ({
  warehouseId: warehouse?.action.warehouseId ?? null,
  channelId: channel?.action.channelId ?? null,
});

function samePlace(order: Evaluated): boolean {
  const desired = placeOf(order.decision);
  // Allocated stock stays where it is when no rule chooses a warehouse.
  const anywhere = order.status === 'ready' && desired.warehouseId === null;
  return (anywhere || desired.warehouseId === order.warehouseId) && desired.channelId === order.channelId;
}

function moves(order: Evaluated): boolean {
  const { status, exception } = order.decision;
  if (order.status === 'ready') return status !== 'allocate' || !samePlace(order);
  return order.status !== status || (status === 'exception' && order.exception !== exception);
}

async function move(tx: Tx, moving: readonly Evaluated[], version: number): Promise<void> {
  const groups = Map.groupBy(moving, ({ decision }) => JSON.stringify([decision.status, decisionDetail(decision)]));
  for (const group of groups.values()) {
    const { decision } = group[0] as Evaluated;
    const moved = await moveOrders(
      tx,
      group.map(({ id }) => id),
      {
        to: decision.status,
        from: BEFORE_PICKING,
        event: 'reevaluated',
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

const sameMarks = (order: Evaluated) =>
  order.priority === priorityOf(order.decision) &&
  order.unruled === order.decision.unruled &&
  order.tagIds.length === order.decision.tagIds.length;

async function setMarks(tx: Tx, orders: readonly Evaluated[]): Promise<void> {
  if (orders.length === 0) return;
  const rows = orders.map(({ id, decision }) => ({
    id,
    tagIds: decision.tagIds,
    priority: priorityOf(decision),
    unruled: decision.unruled,
  }));
  await tx.rows(
    sql`update sales_order o set tag_ids = array(select jsonb_array_elements_text(r."tagIds")::bigint), priority = r.priority,
       unruled = r.unruled, version = o.version + 1
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, "tagIds" jsonb, priority int, unruled boolean) where o.company_id = ${sql.company} and o.id = r.id`,
  );
  giveTags(tx, orders);
}
