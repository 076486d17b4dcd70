import { type Policy, policy, type Terms } from '@tradewind/contract/procurement/advice.ts';
import { defineSetting } from '../../../core/company-settings.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';

/** The company's settings of the advice. Weights as the rules of the specification begin. */
export const advicePolicy = defineSetting<Policy>('procurement.advice', policy, {
  goal: 0.95,
  review: 'fixed',
  reviewDays: 14,
  leadDays: 30,
  weights: [0.2, 0.2, 0.2, 0.2, 0.1, 0.1],
});

export interface OwnPolicy {
  productId: number | null;
  /** Of the category; null: of a product. */
  path: string | null;
  goal: number | null;
  review: Policy['review'] | null;
  reviewDays: number | null;
  leadDays: number | null;
  weights: number[] | null;
}

/** Settings that these products, and all categories, have of their own. */
export function ownPolicies(tx: Tx, productIds: readonly number[]): Promise<OwnPolicy[]> {
  return tx.rows<OwnPolicy>(sql`
    select o.product_id, c.path, o.goal, o.review, o.review_days, o.lead_days, o.weights from advice_override o
    left join category c on c.company_id = ${sql.company} and c.id = o.category_id
    where o.company_id = ${sql.company} and (o.product_id is null or o.product_id = any(${productIds}::bigint[]))`);
}

type LeadFrom = Terms['leadFrom'];
export interface Lead {
  days: number | null;
  from: 'price' | 'supplier';
}

/**
 * Of each field the nearest choice: the product's own, then its categories from the lowest up, then the company's. For
 * the lead time, price and supplier come after what a person chose for the product and before the categories.
 */
export function resolvePolicy(
  company: Policy,
  own: readonly OwnPolicy[],
  product: { id: number; path: string | null },
  lead: Lead | undefined,
): Policy & { leadFrom: LeadFrom } {
  const mine = own.find((one) => one.productId === product.id);
  const above = own
    .filter((one) => one.path !== null && product.path?.startsWith(one.path))
    .sort((a, b) => (b.path?.length ?? 0) - (a.path?.length ?? 0));
  const nearest = <K extends keyof Policy & keyof OwnPolicy>(key: K): Policy[K] =>
    ([mine, ...above].find((one) => one && one[key] !== null)?.[key] as Policy[K] | undefined) ?? company[key];
  const [leadDays, leadFrom] = leadOf(company, mine, above, lead);
  return {
    ...{ goal: nearest('goal'), review: nearest('review'), reviewDays: nearest('reviewDays') },
    ...{ weights: nearest('weights'), leadDays, leadFrom },
  };
}

function leadOf(
  company: Policy,
  mine: OwnPolicy | undefined,
  above: readonly OwnPolicy[],
  lead: Lead | undefined,
): [number, LeadFrom] {
  if (mine && mine.leadDays !== null) return [mine.leadDays, 'product'];
  if (lead && lead.days !== null) return [lead.days, lead.from];
  const category = above.find((one) => one.leadDays !== null);
  return category?.leadDays == null ? [company.leadDays, 'company'] : [category.leadDays, 'category'];
}
