import type { DryRun, OrderRule } from '@tradewind/contract/orders.ts';
import { z } from 'zod';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { countOf } from '../../../core/database/statement.ts';
import { conflict, notFound } from '../../../core/errors.ts';
import { defineExport, type ExportColumn } from '../../../core/exports.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { productFacts } from '../../catalog/public.ts';
import { draftOf } from './draft.ts';
import { activeRules, asks, zoneFor } from './queries.ts';
import type { Rule } from './rules.ts';
import { addUp, type Difference, NO_SUMS, type Past, type Simulated, type Sums, simulateOrder } from './simulate.ts';
import { type Targets, targetsOf } from './targets.ts';

/** Orders per page: one short transaction each, and the most that run without a job. */
const PAGE = 500;

export type DryRunRow = DryRun & Pick<Sums, 'fallenBy'>;
interface Stored {
  id: number;
  state: DryRun['state'];
  days: number;
  revision: number;
  by: string;
  at: Date;
  cursor: string | null;
  total: number;
  looked: number;
  changed: number;
  sums: Sums;
}
const COLUMNS = sql`id, state, days, revision, actor as by, at, cursor, total, looked, changed, sums`;

function shown({ cursor: _, sums, ...row }: Stored): DryRunRow {
  const { fallen = 0, ...changes } = sums.changes;
  return {
    ...row,
    ...sums,
    at: row.at.toISOString(),
    changes,
    fallen,
    costs: Object.entries(sums.costs).map(([currency, each]) => ({ currency, ...each })),
  };
}

/** The last dry run of the current draft, at most a day old. */
export async function dryRunOf(tx: Tx, revision: number): Promise<DryRunRow | undefined> {
  const row = await tx.row<Stored>(sql`select ${COLUMNS} from rule_dry_run where company_id = ${sql.company}
    and revision = ${revision} and at > ${tx.now}::timestamptz - interval '1 day' order by id desc limit 1`);
  return row && shown(row);
}

/** Evaluates few orders at once, many in a job. Ends a running dry run of an older draft. */
export async function startDryRun(tx: Tx, days: number): Promise<DryRunRow> {
  const draft = await draftOf(tx);
  if (!draft) throw conflict('orders.noRuleDraft');
  await tx.rows(
    sql`update rule_dry_run set state = 'cancelled' where company_id = ${sql.company} and state in ('queued', 'running')`,
  );
  const made =
    await tx.row<Stored>(sql`insert into rule_dry_run (company_id, state, days, revision, rules, actor, at, total, sums)
    select ${sql.company}, 'queued', ${days}, ${draft.revision}, ${JSON.stringify(draft.rules)}::jsonb, ${tx.actor.name}, ${tx.now},
      (select count(*) from (select 1 from sales_order o where ${inDays(tx.now, days)} limit ${PAGE + 1}) x), ${JSON.stringify(NO_SUMS)}::jsonb
    returning ${COLUMNS}`);
  if (!made) throw new Error('no rehearsal row');
  if (made.total > PAGE) {
    await addJob(tx, dryRunJob, { rehearsalId: made.id }, { queue: 'orders.dryRun', priority: 5 });
    return shown(made);
  }
  await nextPage(tx, made.id, await targetsOf(tx, true));
  return dryRunById(tx, made.id);
}

export async function dryRunById(tx: Tx, id: number): Promise<DryRunRow> {
  const row = await tx.row<Stored>(
    sql`select ${COLUMNS} from rule_dry_run where company_id = ${sql.company} and id = ${id}`,
  );
  if (!row) throw notFound('orders.rehearsalNotFound');
  return shown(row);
}

export async function cancelDryRun(tx: Tx, id: number): Promise<void> {
  const row = await tx.row(sql`update rule_dry_run set state = 'cancelled'
    where company_id = ${sql.company} and id = ${id} and state in ('queued', 'running') returning id`);
  if (!row) throw notFound('orders.rehearsalNotFound');
}

const dryRunJob = defineJob<{ rehearsalId: number }>(
  'orders.dryRun',
  ['试运行订单规则', 'Dry run of order rules'],
  async (app, ctx, { rehearsalId: dryRunId }, run) => {
    try {
      await app.database.inCompany(ctx, (tx) => countAll(tx, dryRunId));
      const targets = await app.database.look(ctx, (tx) => targetsOf(tx, true));
      while (await app.database.inCompany(ctx, (tx) => nextPage(tx, dryRunId, targets)));
    } catch (error) {
      if (run.attempt >= run.maxAttempts)
        await app.database.inCompany(ctx, (tx) =>
          tx.rows(sql`update rule_dry_run set state = 'failed' where company_id = ${sql.company} and id = ${dryRunId}`),
        );
      throw error;
    }
  },
);

/** Orders received within the days before the dry run that we ship ourselves. */
function inDays(at: Date, days: number) {
  return sql`o.company_id = ${sql.company} and o.ordered_at > ${at ?? ''}::timestamptz - make_interval(days => ${days})
    and o.ordered_at <= ${at} and o.fulfilled_by = 'seller'`;
}

async function countAll(tx: Tx, id: number): Promise<void> {
  const row = await tx.row<{ at: Date; days: number }>(
    sql`select at, days from rule_dry_run where company_id = ${sql.company} and id = ${id}`,
  );
  if (!row) return;
  await tx.rows(sql`update rule_dry_run set total = (select count(*) from sales_order o where ${inDays(row.at, row.days)})
    where company_id = ${sql.company} and id = ${id}`);
}

/**
 * Evaluates the next orders and stores the differences together with the progress: a crash loses nothing, and a second
 * run repeats nothing. False when nothing is left.
 */
async function nextPage(tx: Tx, id: number, targets: Targets): Promise<boolean> {
  const row = await tx.row<Stored & { rules: OrderRule[] }>(sql`select ${COLUMNS}, rules from rule_dry_run
    where company_id = ${sql.company} and id = ${id} and state in ('queued', 'running') for update`);
  if (!row) return false;
  const before = await activeRules(tx);
  const after = row.rules
    .filter((rule) => rule.enabled)
    .map((rule) => ({ ...(rule as Rule), notFrom: targets.channels.get(rule.action.channelId ?? 0)?.notFrom }));
  const orders = await pastOrders(tx, row, asks([...before, ...after], 'firstOrder'));
  const ids = orders.flatMap((order) => order.lines.flatMap((line) => line.productId ?? []));
  const stage = {
    before,
    after,
    products: await productFacts(tx, [...new Set(ids)]),
    targets,
    timeZone: await zoneFor(tx, [...before, ...after]),
  };
  const changed = orders.map((order) => simulateOrder(stage, order)).filter(({ changes }) => changes.length > 0);
  await keepChanged(tx, id, changed);
  const last = orders.at(-1);
  const done = orders.length < PAGE;
  const looked = row.looked + orders.length;
  await tx.rows(sql`update rule_dry_run set state = ${done ? 'done' : 'running'}, looked = ${looked},
      total = ${done ? looked : sql`greatest(total, ${looked})`}, changed = changed + ${changed.length},
      cursor = ${last ? `${last.at}/${last.id}` : row.cursor}, sums = ${JSON.stringify(addUp(row.sums, changed))}::jsonb
    where company_id = ${sql.company} and id = ${id}`);
  return !done;
}

function pastOrders(tx: Tx, { at, days, cursor }: Stored, buyers: boolean): Promise<Past[]> {
  const [instant, id] = cursor?.split('/') ?? [];
  const rest = cursor ? sql`and (o.ordered_at, o.id) < (${instant ?? ''}::timestamptz, ${Number(id)}::bigint)` : sql``;
  return tx.rows<Past>(sql`
    select o.id, o.display_no as "displayNo", o.ordered_at::text as at, o.ordered_at, o.ship_by,
      o.shop_id as "shopId", o.platform, o.currency, o.total_amount, o.amounts_unknown, o.discount_amount,
      o.ship_to, o.platform_shipping, o.buyer_note,
      o.cancel_requested, o.origin, to_jsonb(o.tag_ids) as "tagIds",
      o.service_level, o.service_asked,
      ${
        buyers
          ? sql`case when o.buyer_email <> '' then not exists (select 1 from order_term t where t.company_id = ${sql.company}
        and t.term = upper(btrim(o.buyer_email)) and t.buyer and t.ordered_at < o.ordered_at) end`
          : sql`null`
      } as "firstOrder",
      coalesce((select jsonb_agg(jsonb_build_object('sellerSku', l.seller_sku, 'quantity', l.quantity, 'productId', l.product_id, 'factor', l.factor))
        from order_line l where l.company_id = ${sql.company} and l.order_id = o.id), '[]') as lines
    from sales_order o where ${inDays(at, days)} ${rest} order by o.ordered_at desc, o.id desc limit ${PAGE}`);
}

async function keepChanged(tx: Tx, id: number, changed: readonly Simulated[]): Promise<void> {
  if (changed.length === 0) return;
  const rows = changed.map(({ order, changes, before, after }) => ({
    orderId: order.id,
    shopId: order.shopId,
    at: order.at,
    displayNo: order.displayNo,
    changes,
    before,
    after,
  }));
  await tx.rows(sql`insert into simulated_order (company_id, rehearsal_id, order_id, shop_id, ordered_at, display_no, changes, before, after)
    select ${sql.company}, ${id}, r."orderId", r."shopId", r.at, r."displayNo", array(select jsonb_array_elements_text(r.changes)), r.before, r.after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("orderId" bigint, "shopId" bigint, at timestamptz, "displayNo" text,
      changes jsonb, before jsonb, after jsonb) on conflict do nothing`);
}

interface Line extends Pick<Simulated, 'before' | 'after' | 'changes'> {
  id: number;
  displayNo: string;
  orderedAt: Date;
  at: string;
}

const rowsOf = (
  tx: Tx,
  dryRunId: number,
  change?: Difference,
) => sql`company_id = ${sql.company} and rehearsal_id = ${dryRunId}
  and ${inShops(tx, sql`shop_id`)} ${change ? sql`and changes @> ${arrayOf([change])}::text[]` : sql``}`;
const LINE = sql`order_id as id, display_no as "displayNo", ordered_at, ordered_at::text as at, changes, before, after`;

export async function simulatedPage(
  tx: Tx,
  input: { rehearsalId: number; change?: Difference | undefined; page: number; pageSize: number },
) {
  const where = rowsOf(tx, input.rehearsalId, input.change);
  const from = sql`from simulated_order where ${where}`;
  const rows = await tx.rows<Line>(sql`select ${LINE} ${from}
    order by ordered_at desc, order_id desc limit ${input.pageSize} offset ${(input.page - 1) * input.pageSize}`);
  const totals = await countOf(tx, from);
  return { rows: rows.map(({ at: _, ...row }) => ({ ...row, orderedAt: row.orderedAt.toISOString() })), ...totals };
}

const side = (
  which: 'before' | 'after',
  zh: string,
  en: string,
  value: (side: Simulated['before'], ctx: Ctx) => string | null,
): ExportColumn<Line> => ({
  title: which === 'before' ? [`${zh}（当前）`, `${en} (live)`] : [`${zh}（草稿）`, `${en} (draft)`],
  width: 20,
  value: (row, ctx) => value(row[which], ctx),
});
const both = (zh: string, en: string, value: (side: Simulated['before'], ctx: Ctx) => string | null) => [
  side('before', zh, en, value),
  side('after', zh, en, value),
];

/** The orders of a dry run whose result would change. */
export const simulatedExport = defineExport<{ rehearsalId: number }, Line>({
  name: 'orders.rehearsed',
  title: ['规则试运行', 'Dry run of rules'],
  filter: z.object({ rehearsalId: z.number() }),
  columns: () => [
    { title: ['订单号', 'Order no.'], width: 22, value: (row) => row.displayNo },
    { title: ['下单时间', 'Ordered at'], width: 22, value: (row) => row.orderedAt },
    ...both('去向', 'Outcome', ({ status, exception }, { language }) =>
      [say(language, `orders.status.${status}`), exception && say(language, `orders.exception.${exception}`)]
        .filter(Boolean)
        .join(' · '),
    ),
    ...both('仓库', 'Warehouse', (s) => s.warehouse),
    ...both('物流渠道', 'Shipping channel', (s) => s.channel),
    ...both('标签', 'Tags', (s) => s.tags.join(', ')),
    ...both('优先级', 'Priority', (s) => (s.priority === null ? null : String(s.priority))),
    ...both('预计面单费', 'Estimated label cost', (s) => (s.cost === null ? null : `${s.cost} ${s.costCurrency}`)),
    ...both('规则', 'Rules', (s) => Object.values(s.rules).join(' · ')),
  ],
  count: async (tx, _ctx, { rehearsalId: dryRunId }) => (await dryRunById(tx, dryRunId)).changed,
  page: async (tx, _ctx, { rehearsalId: dryRunId }, cursor, limit) => {
    const [at, id] = cursor?.split('/') ?? [];
    const rest = cursor ? sql`and (ordered_at, order_id) < (${at ?? ''}::timestamptz, ${Number(id)}::bigint)` : sql``;
    const rows = await tx.rows<Line>(sql`select ${LINE} from simulated_order where ${rowsOf(tx, dryRunId)} ${rest}
      order by ordered_at desc, order_id desc limit ${limit}`);
    const last = rows.at(-1);
    return { rows, next: last && rows.length === limit ? `${last.at}/${last.id}` : null };
  },
});

/** Deletes dry runs after a day. */
export async function forgetDryRuns(app: App, ctx: Ctx): Promise<void> {
  const old = sql`company_id = ${ctx.companyId} and at < ${ctx.now()}::timestamptz - interval '1 day'`;
  for (;;) {
    const gone = await app.database.inCompany(ctx, (tx) =>
      tx.rows(sql`delete from simulated_order where company_id = ${sql.company} and (rehearsal_id, order_id, ordered_at) in (
        select r.rehearsal_id, r.order_id, r.ordered_at from simulated_order r where r.company_id = ${sql.company} and r.rehearsal_id in
          (select id from rule_dry_run where ${old}) limit 5000) returning 1 as gone`),
    );
    if (gone.length === 0) break;
  }
  await app.database.inCompany(ctx, (tx) => tx.rows(sql`delete from rule_dry_run where ${old}`));
}

defineSchedule({
  name: 'orders.forgetRehearsals',
  cron: '23 * * * *',
  title: ['删除旧的规则试运行', 'Delete old dry runs'],
  due: sql`select distinct company_id from rule_dry_run where at < now() - interval '1 day'`,
  each: forgetDryRuns,
});
