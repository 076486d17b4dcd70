import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { makeListingProducts, ProductRun, productRunRows } from '@tradewind/contract/listings.ts';
import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Ctx, Rights } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { countAll } from '../../../core/database/statement.ts';
import { notFound } from '../../../core/errors.ts';
import { askerRights } from '../../../core/exports.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { defineList } from '../../../core/lists.ts';
import { inShops } from '../../../core/scope.ts';
import { listings, onTab } from '../list.ts';
import { candidatesOf } from './candidates.ts';
import { type LeftOut, makeProducts } from './make.ts';

const started = defineAction('listings.productsMade', ['由店铺商品生成商品档案', 'Products made from listings']);

/** Listings of one transaction. */
const PART = 500;

export type Choice = Omit<ParsedOf<typeof makeListingProducts>, 'idempotencyKey'>;

/** The chosen listings of the actor's shops, as a condition on `l`. Ended ones are never chosen. */
export const chosen = (tx: Tx, { ids, filter }: Pick<Choice, 'ids' | 'filter'>): Sql =>
  ids
    ? sql.and([listings.where(tx, { tab: 'live' }), sql`l.id = any(${ids}::bigint[])`])
    : sql.and([listings.where(tx, onTab(filter ?? {})), sql`l.state <> 'ended'`]);

interface Work {
  runId: number;
  asker: Pick<Ctx, 'actor' | 'language'>;
}

const makingJob = defineJob<Work>(
  'listings.makeProducts',
  ['由店铺商品生成商品档案', 'Make products from listings'],
  async (app, jobCtx, { runId, asker }, run) => {
    const requested: { userId: number; rights?: Rights } = { userId: asker.actor.userId };
    await app.database.inCompany(jobCtx, (tx) => askerRights.call(tx, requested));
    const ctx: Ctx = { ...jobCtx, ...asker, rights: requested.rights ?? jobCtx.rights };
    try {
      // A deleted user makes nothing any more.
      if (requested.rights) await makeAll(app, ctx, runId);
      await app.database.inCompany(ctx, (tx) => end(tx, runId, requested.rights ? 'done' : 'failed'));
    } catch (error) {
      if (run.attempt >= run.maxAttempts) await app.database.inCompany(jobCtx, (tx) => end(tx, runId, 'failed'));
      throw error;
    }
  },
);

/** What it reads grows by it: after each doubling the planner learns of that, before autovacuum looks. */
export async function makeAll(app: App, ctx: Ctx, runId: number): Promise<void> {
  for (let parts = 1; await app.database.inCompany(ctx, (tx) => nextPart(tx, ctx, runId)); parts++)
    if (parts > 1 && (parts & (parts - 1)) === 0)
      await app.database.asOwner(sql`analyze platform_listing, product, sku_mapping`);
}

const end = (tx: Tx, runId: number, state: 'done' | 'failed') =>
  tx.rows(sql`update product_run set state = ${state} where company_id = ${sql.company} and id = ${runId}
    and state <> 'done'`);

export async function startRun(tx: Tx, ctx: Ctx, choice: Choice): Promise<{ runId: number }> {
  const row = await tx.row<{ id: number; total: number }>(sql`
    insert into product_run (company_id, at, actor, user_id, choice, total)
    select ${sql.company}, ${tx.now}, ${tx.actor.name}, ${tx.actor.userId}, ${JSON.stringify(choice)}::jsonb,
      (select count(*) from platform_listing l where ${chosen(tx, choice)}) returning id, total`);
  if (!row?.total) throw notFound('listings.notFound');
  const runId = row.id;
  const asker = { actor: ctx.actor, language: ctx.language };
  await addJob(tx, makingJob, { runId, asker }, { queue: 'listings.makeProducts', priority: 3, maxAttempts: 5 });
  const detail = { listings: row.total };
  writeAudit(tx, [{ action: started, targetKind: 'productRun', targetId: runId, targetName: '', detail }]);
  return { runId };
}

/** Makes the next products and keeps the place with them: a crash loses nothing, and a second try repeats nothing. */
export async function nextPart(tx: Tx, ctx: Ctx, runId: number, size = PART): Promise<boolean> {
  const run = await tx.row<{ choice: Choice; cursor: number }>(sql`select choice, cursor from product_run
    where company_id = ${sql.company} and id = ${runId} and state <> 'done' for update`);
  if (!run) return false;
  const { choice } = run;
  const found = await tx.rows<{ id: number }>(sql`select l.id from platform_listing l
    where ${chosen(tx, choice)} and l.id > ${run.cursor} order by l.id limit ${size}`);
  const last = found.at(-1);
  if (!last) return false;
  const skus = new Map(choice.skus.map((one) => [one.listingId, { sku: one.sku }]));

  const candidates = await candidatesOf(
    tx,
    found.map((row) => row.id),
  );

  const { made, paired, left } = await makeProducts(tx, ctx, candidates, {
    typed: ({ listingId }) => skus.get(listingId ?? 0),
    withoutSku: choice.withoutSku,
    runId,
  });

  await keepLeft(tx, runId, left);
  tx.later(sql`update product_run set state = 'running', cursor = ${last.id}, handled = handled + ${found.length},
      made = made + ${made}, paired = paired + ${paired}, "left" = "left" + ${left.length}
    where company_id = ${sql.company} and id = ${runId}`);
  return true;
}

async function keepLeft(
  tx: Tx,
  runId: number,
  left: readonly { candidate: { listingId: number | null }; reason: LeftOut }[],
): Promise<void> {
  if (left.length === 0) return;
  const rows = left.map(({ candidate, reason }) => ({ listingId: candidate.listingId, reason }));
  await tx.rows(sql`insert into product_run_row (company_id, run_id, listing_id, reason)
    select ${sql.company}, ${runId}, r."listingId", r.reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("listingId" bigint, reason text) on conflict do nothing`);
}

const pictures = (state: 'due' | 'done' | 'refused'): Sql => sql`(select count(*)::int from product_picture p
  where p.company_id = ${sql.company} and p.run_id = r.id and p.state = ${state})`;

export const productRuns = defineList<object, ProductRun>({
  table: 'product_run',
  as: 'r',
  filters: {},
  order: sql`r.id desc`,
  columns: sql`r.id, r.at, r.actor, r.state, r.total, r.handled, r.made, r.paired, r."left",
    jsonb_build_object('due', ${pictures('due')}, 'done', ${pictures('done')}, 'refused', ${pictures('refused')}) as pictures`,
  missing: 'listings.runNotFound',
});

type LeftRow = ResultOf<typeof productRunRows>['rows'][number];

/** What a run left out, of the actor's shops. */
export async function leftRows(tx: Tx, { runId, page, pageSize }: ParsedOf<typeof productRunRows>) {
  const from = sql`from product_run_row r
    join platform_listing l on l.company_id = ${sql.company} and l.id = r.listing_id
    join shop s on s.company_id = ${sql.company} and s.id = l.shop_id
    where r.company_id = ${sql.company} and r.run_id = ${runId} and ${inShops(tx, sql`l.shop_id`)}`;
  const [rows, total] = await Promise.all([
    tx.rows<LeftRow>(sql`select l.id, s.name as shop_name, l.item_id, l.seller_sku, l.title, r.reason ${from}
      order by r.listing_id limit ${pageSize} offset ${(page - 1) * pageSize}`),
    countAll(tx, from),
  ]);
  return { rows, total, totalExact: true };
}
