import { setImmediate } from 'node:timers/promises';
import type { ResultOf } from '@tradewind/contract/call.ts';
import type { Policy, ReplayResult, replayAdvice } from '@tradewind/contract/procurement/advice.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import type { Case } from './calculate.ts';
import { PUNCTUAL } from './rules/leads.ts';
import { addReplayed, nothingReplayed, type Replayed, replay } from './rules/replay.ts';
import { casesToday } from './run.ts';
import { assertPolicy } from './settings.ts';

/** Products of a replay: what sold most. It answers while somebody waits for it. */
const PRODUCTS = 20;
const MOST_CASES = 40;
/** Days of which only the last are replayed. */
const REPLAYED_DAYS = 180;
const LEAST_HISTORY = 60;

/** What a draft of the settings would have done on the past of the best sellers, beside the saved ones. */
export async function replaySettings(tx: Tx, draft: Policy): Promise<ResultOf<typeof replayAdvice>> {
  assertPolicy(draft);
  const best = await tx.rows<{ id: number }>(sql`select d.product_id as id from demand_month d
    where d.company_id = ${sql.company} and d.month >= ${dayOf(sql`${tx.now}`)} - 200 group by d.product_id having sum(d.total) > 0
    order by sum(d.total) desc, d.product_id limit ${PRODUCTS}`);
  const ids = best.map((row) => row.id);
  const [saved, drafted, costs] = [
    (await casesToday(tx, ids)).cases,
    (await casesToday(tx, ids, draft)).cases,
    maySee(tx.rights, 'seeCost') ? await costsOf(tx, ids) : null,
  ];
  const usable = (one: Case) => one.series.units.length >= LEAST_HISTORY + one.policy.leadDays + one.policy.reviewDays;
  const longest = Math.max(0, ...saved.filter(usable).map((one) => one.series.units.length));
  return {
    products: new Set(saved.filter(usable).map((one) => one.demand.productId)).size,
    days: Math.min(REPLAYED_DAYS, Math.max(0, longest - LEAST_HISTORY)),
    saved: await replayCases(saved.filter(usable), costs),
    draft: await replayCases(drafted.filter(usable), costs),
  };
}

async function costsOf(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx.rows<{ id: number; cost: number }>(sql`select product_id as id,
      (sum(value) / nullif(sum(on_hand), 0))::float8 as cost from stock_total
    where company_id = ${sql.company} and warehouse_id = 0 and product_id = any(${ids}::bigint[]) group by 1 having sum(on_hand) > 0`);
  return new Map(rows.map((row) => [row.id, row.cost]));
}

async function replayCases(
  cases: readonly Case[],
  costs: ReadonlyMap<number, number> | null,
): Promise<ReplayResult | null> {
  if (cases.length === 0) return null;
  const sum = nothingReplayed();
  let cash = 0;
  for (const { series, policy, packing, demand } of cases.slice(0, MOST_CASES)) {
    // Other requests go on in between.
    await setImmediate();
    const days = series.units.length;
    const one = replay(series, {
      policy: { ...policy, spread: PUNCTUAL },
      packing,
      warmUp: Math.max(LEAST_HISTORY, days - REPLAYED_DAYS),
    });
    addReplayed(sum, one);
    cash += (one.stockDays / Math.max(1, one.days)) * (costs?.get(demand.productId) ?? 0);
  }
  return { ...sharesOf(sum), cash: costs ? cash.toFixed(2) : null };
}

const sharesOf = (sum: Replayed) => ({
  inStock: sum.checked === 0 ? 1 : sum.inStock / sum.checked,
  sold: sum.demanded === 0 ? 1 : sum.sold / sum.demanded,
  cover: sum.demanded === 0 ? null : sum.stockDays / sum.demanded,
  orders: sum.orders,
});
