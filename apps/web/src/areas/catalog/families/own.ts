import type { ResultOf } from '@tradewind/contract/call.ts';
import { type findFamily, INHERITED, type Inherited, type ProductRow } from '@tradewind/contract/catalog.ts';
import { changesOf } from '../../../components/changes.ts';

export type Family = ResultOf<typeof findFamily>;
type Values = { [K in Inherited]?: unknown };

/** Whether a form's value means the same as the family's. */
export const sameAs = (family: Values, field: Inherited, value: unknown): boolean =>
  Object.keys(changesOf({ value: family[field] }, { value })).length === 0;

/** The own fields of a variant that are its family's again: changed to the family's value, or given back. */
export function inheritedAgain({
  product,
  family,
  now,
  changes,
  dropped,
}: {
  product: ProductRow;
  family: Values;
  now: Values;
  changes: Values;
  dropped: ReadonlySet<string>;
}): Inherited[] {
  return INHERITED.filter(
    (field) =>
      product.overrides.includes(field) &&
      (field in changes || dropped.has(field)) &&
      sameAs(family, field, now[field]),
  );
}
