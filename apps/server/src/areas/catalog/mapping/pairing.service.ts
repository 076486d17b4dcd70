import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { equalSkus as equalCall, listPairings } from '@tradewind/contract/catalog.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { saveSetting } from '../../../core/company-settings.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { defineList } from '../../../core/lists.ts';
import { inShops } from '../../../core/scope.ts';
import { type EqualSku, equalSkus, PAIRS_EQUAL, pairPart } from './pair.ts';
import { shopNames } from './shops.ts';
import { allSellerSkus } from './sources.ts';

const acts = {
  switched: defineAction('catalog.pairingSwitched', ['开关自动配对', 'Automatic SKU mapping switched']),
  started: defineAction('catalog.pairingStarted', ['配对相同 SKU', 'Equal SKUs mapped']),
};

export function savePairing(tx: Tx, enabled: boolean): void {
  saveSetting(tx, PAIRS_EQUAL, enabled);
  const detail = { enabled };
  writeAudit(tx, [
    { action: acts.switched, targetKind: 'setting', targetId: PAIRS_EQUAL.key, targetName: PAIRS_EQUAL.key, detail },
  ]);
}

/** What a run would pair now, or what stays for a person, in the user's shops. */
export async function equalSkuPage(tx: Tx, ctx: Ctx, { stays, page, pageSize }: ParsedOf<typeof equalCall>) {
  const names = await shopNames(tx, ctx);
  const found = sql`with ${equalSkus(allSellerSkus(ctx.rights.shopIds))}`;
  const [counts, rows] = await Promise.all([
    tx.row<{ pairs: number; stays: number }>(sql`${found} select (count(*) filter (where stays is null))::int as pairs,
      (count(*) filter (where stays is not null))::int as stays from equal`),
    tx.rows<EqualSku>(sql`${found} select e.shop_id, e.seller_sku, e.product_id, e.sku, p.name_zh, p.name_en, e.stays
      from (select * from equal where (stays is not null) = ${stays} order by shop_id, seller_sku
        limit ${pageSize} offset ${(page - 1) * pageSize}) e
      join product p on p.company_id = ${sql.company} and p.id = e.product_id order by e.shop_id, e.seller_sku`),
  ]);
  const { pairs = 0, stays: left = 0 } = counts ?? {};
  return {
    rows: rows.map((row) => ({ ...row, shopName: names.get(row.shopId) ?? String(row.shopId) })),
    total: stays ? left : pairs,
    totalExact: true,
    counts: { pairs, stays: left },
  };
}

/** Pairs in parts, each with the orders that it continues. */
const PART = 1_000;

interface Run {
  runId: number;
  shopIds: readonly number[] | null;
}

/** What is paired already is no candidate any more, so a second try continues where the first stopped. */
const pairingJob = defineJob<Run>(
  'catalog.pairEqual',
  ['配对相同的 SKU', 'Map equal SKUs'],
  async (app, ctx, { runId, shopIds }) => {
    const part = () =>
      app.database.inCompany(ctx, (tx) => pairPart(tx, allSellerSkus(shopIds), { runId, limit: PART }));
    while ((await part()) > 0);
    await app.database.inCompany(ctx, (tx) =>
      tx.rows(sql`update pairing_run set done = true where company_id = ${sql.company} and id = ${runId}`),
    );
  },
);

async function start(tx: Tx, cause: 'person' | 'listings', shopIds: readonly number[] | null): Promise<number> {
  const run = await tx.row<{ id: number }>(sql`insert into pairing_run (company_id, at, actor, cause, done)
    values (${sql.company}, ${tx.now}, ${tx.actor.name}, ${cause}, false) returning id`);
  const runId = run?.id ?? 0;
  await addJob(tx, pairingJob, { runId, shopIds }, { queue: 'catalog.pairEqual', priority: 3 });
  return runId;
}

/** A person pairs all equal SKUs of their shops, whatever the setting says. */
export async function startPairing(tx: Tx, ctx: Ctx): Promise<{ runId: number }> {
  const runId = await start(tx, 'person', ctx.rights.shopIds);
  writeAudit(tx, [{ action: acts.started, targetKind: 'pairing', targetId: runId, targetName: '' }]);
  return { runId };
}

/** More listings of a shop equal a product's SKU than one transaction should pair: a job pairs the others. */
export const continuePairing = (tx: Tx, shopId: number): Promise<number> => start(tx, 'listings', [shopId]);

export const pairings = defineList<object, ResultOf<typeof listPairings>['rows'][number]>({
  table: 'pairing_run',
  as: 'r',
  scope: () => sql`(r.paired > 0 or not r.done)`,
  filters: {},
  order: sql`r.id desc`,
  columns: (tx) => sql`r.id, r.at, r.actor, r.cause, r.paired, r.done, (select count(*)::int from sku_mapping m
    where m.company_id = ${sql.company} and m.run_id = r.id and ${inShops(tx, sql`m.shop_id`)}) as left`,
});
