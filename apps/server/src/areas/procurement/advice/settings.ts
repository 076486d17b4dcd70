import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { Policy } from '@tradewind/contract/procurement/advice.ts';
import type * as calls from '@tradewind/contract/procurement/advice-settings.ts';
import type { AdviceOverride, Promotion } from '@tradewind/contract/procurement/advice-settings.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { saveSetting, settingOf } from '../../../core/company-settings.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows, updateRows } from '../../../core/database/write.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import { defineList } from '../../../core/lists.ts';
import type { adviceOverride, demandPromotion } from '../advice.tables.ts';
import { advicePolicy } from './policies.ts';
import { leadTooLong } from './rules/advise.ts';
import { longestWindow } from './rules/windows.ts';

const ownSaved = defineAction('procurement.adviceOverride', [
  '修改商品或分类的补货设置',
  'Replenishment settings of products or categories changed',
]);
const promoted = defineAction('procurement.promotion', ['修改促销', 'Promotions changed']);
const saved = defineAction('procurement.adviceSettings', ['修改补货设置', 'Replenishment settings changed']);

/** @throws badField if the weights are not a whole, or the lead time is longer than the sales it is planned from */
export function assertPolicy(policy: Pick<Policy, 'weights' | 'leadDays'>): void {
  const sum = policy.weights.reduce((all, one) => all + one, 0);
  if (Math.abs(sum - 1) > 1e-6) throw badField('weights', 'advice.weightsSum', { sum: Math.round(sum * 100) });
  if (leadTooLong(policy))
    throw badField('leadDays', 'advice.leadTooLong', { days: policy.leadDays, window: longestWindow(policy.weights) });
}

export async function saveSettings(tx: Tx, input: Policy): Promise<{ ok: true }> {
  const { goal, review, reviewDays, leadDays, weights } = input;
  const policy = { goal, review, reviewDays, leadDays, weights };
  assertPolicy(policy);
  const before = await settingOf(tx, advicePolicy);
  saveSetting(tx, advicePolicy, policy);
  writeAudit(tx, [
    { action: saved, targetKind: 'adviceSettings', targetId: 0, targetName: '', detail: { before, after: policy } },
  ]);
  return { ok: true };
}

const OF = sql`left join product p on p.company_id = ${sql.company} and p.id = o.product_id
  left join category c on c.company_id = ${sql.company} and c.id = o.category_id`;
const NAMES = sql`o.product_id, o.category_id, coalesce(p.sku, c.full_zh, '') as name_zh, coalesce(p.sku, c.full_en, '') as name_en`;

export const overrides = defineList<object, AdviceOverride>({
  table: 'advice_override',
  as: 'o',
  filters: {},
  order: sql`o.id desc`,
  columns: sql`o.id, ${NAMES}, o.goal, o.review, o.review_days, o.lead_days, o.weights, o.version`,
  joins: OF,
  missing: 'advice.overrideNotFound',
});

export const promotions = defineList<object, Promotion>({
  table: 'demand_promotion',
  as: 'o',
  filters: {},
  order: sql`o.from_day desc, o.id desc`,
  columns: sql`o.id, o.name, o.from_day::text as from_day, o.to_day::text as to_day, ${NAMES}, o.uplift`,
  joins: OF,
  missing: 'advice.promotionNotFound',
});

/** @throws badField if it names a product or category that there is not, or both */
async function assertOf(
  tx: Tx,
  { productId, categoryId }: { productId?: number | undefined; categoryId?: number | undefined },
  one: boolean,
) {
  if (productId && categoryId) throw badField('categoryId', 'advice.ofOne');
  if (one && !productId && !categoryId) throw badField('productId', 'advice.ofOne');
  const row = await tx.row<{ product: boolean; category: boolean }>(sql`
    select exists (select 1 from product where company_id = ${sql.company} and id = ${productId ?? 0}) as product,
      exists (select 1 from category where company_id = ${sql.company} and id = ${categoryId ?? 0}) as category`);
  if (productId && !row?.product) throw badField('productId', 'advice.unknownProduct');
  if (categoryId && !row?.category) throw badField('categoryId', 'advice.unknownCategory');
}

export async function saveOverride(tx: Tx, input: ParsedOf<typeof calls.saveAdviceOverride>): Promise<{ id: number }> {
  const { productId, categoryId, goal, review, reviewDays, leadDays, weights, version } = input;
  await assertOf(tx, input, true);
  const company = await settingOf(tx, advicePolicy);
  assertPolicy({ weights: weights ?? company.weights, leadDays: leadDays ?? 0 });
  const of = { productId: productId ?? null, categoryId: categoryId ?? null };
  const own = { goal, review, reviewDays, leadDays, weights, updatedAt: tx.now, actor: tx.actor.name };
  const known = await tx.row<{ id: number; version: number }>(sql`select id, version from advice_override
    where company_id = ${sql.company} and (product_id = ${of.productId} or category_id = ${of.categoryId}) for update`);
  if (!known) {
    const made = await tx.row<{ id: number }>(
      sql`${insertRows<typeof adviceOverride>('advice_override', [{ ...of, ...own }])} returning id`,
    );
    const id = made?.id ?? 0;
    writeAudit(tx, [
      {
        action: ownSaved,
        targetKind: 'adviceOverride',
        targetId: id,
        targetName: '',
        detail: { ...of, goal, review, reviewDays, leadDays, weights },
      },
    ]);
    return { id };
  }
  if (version !== undefined && version !== known.version) throw conflict('core.stale');
  await tx.rows(
    updateRows<typeof adviceOverride>(
      'advice_override',
      [{ id: known.id, ...own }],
      [sql`version = advice_override.version + 1`],
    ),
  );
  writeAudit(tx, [
    {
      action: ownSaved,
      targetKind: 'adviceOverride',
      targetId: known.id,
      targetName: '',
      detail: { ...of, goal, review, reviewDays, leadDays, weights },
    },
  ]);
  return { id: known.id };
}

export async function savePromotion(tx: Tx, input: ParsedOf<typeof calls.savePromotion>): Promise<{ id: number }> {
  const { id, name, fromDay, toDay, productId, categoryId, uplift } = input;
  if (toDay < fromDay) throw badField('toDay', 'advice.daysTurned');
  await assertOf(tx, input, false);
  const fields = { name, fromDay, toDay, uplift, productId: productId ?? null, categoryId: categoryId ?? null };
  const rows = await tx.rows<{ id: number }>(
    id === undefined
      ? sql`${insertRows<typeof demandPromotion>('demand_promotion', [fields])} returning id`
      : sql`${updateRows<typeof demandPromotion>('demand_promotion', [{ id, ...fields }])} returning demand_promotion.id`,
  );
  if (!rows[0]) throw notFound('advice.promotionNotFound');
  writeAudit(tx, [
    { action: promoted, targetKind: 'promotion', targetId: rows[0].id, targetName: name, detail: { ...fields } },
  ]);
  return { id: rows[0].id };
}

type Deleted = ResultOf<typeof calls.deletePromotions>;
export async function deletePromotions(tx: Tx, ids: readonly number[]): Promise<Deleted> {
  const gone = await tx.rows<{ id: number }>(sql`delete from demand_promotion where company_id = ${sql.company}
    and id = any(${ids}::bigint[]) returning id`);
  const deleted = gone.map(({ id }) => ({
    action: promoted,
    targetKind: 'promotion',
    targetId: id,
    targetName: '',
    detail: { deleted: true },
  }));
  writeAudit(tx, deleted);
  return { done: gone.length, failed: [] };
}

export async function deleteOverrides(tx: Tx, ids: readonly number[]): Promise<Deleted> {
  const gone = await tx.rows<{ id: number }>(sql`delete from advice_override where company_id = ${sql.company}
    and id = any(${ids}::bigint[]) returning id`);
  const deleted = gone.map(({ id }) => ({
    action: ownSaved,
    targetKind: 'adviceOverride',
    targetId: id,
    targetName: '',
    detail: { deleted: true },
  }));
  writeAudit(tx, deleted);
  return { done: gone.length, failed: [] };
}
