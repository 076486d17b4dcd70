import type { Inherited, ProductRow } from '@tradewind/contract/catalog.ts';
import type { Tx } from '../../../core/database/database.ts';
import { badField } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { checkedAttributes } from '../categories/attributes.ts';
import { categoryExists } from '../categories/tree.ts';

// What holds for products and for families.

type Weights = { netWeightKg?: string | null | undefined; grossWeightKg?: string | null | undefined };

export function assertWeights({ netWeightKg, grossWeightKg }: Weights): void {
  if (netWeightKg && grossWeightKg && new Decimal(netWeightKg).gt(grossWeightKg))
    throw badField('netWeightKg', 'catalog.netOverGross', { gross: grossWeightKg });
}

export function assertNamed({ nameZh, nameEn }: { nameZh: string; nameEn: string }): void {
  if (nameZh === '' && nameEn === '') throw badField('nameZh', 'catalog.nameMissing');
}

interface Categorised {
  categoryId?: number | null | undefined;
  attributes?: Record<string, string> | undefined;
}

/** The attributes that a product keeps in its category. */
export async function checkedCategory(tx: Tx, product: Categorised, before?: Record<string, string>) {
  const { categoryId = null, attributes = {} } = product;
  if (categoryId !== null && !(await categoryExists(tx, categoryId)))
    throw badField('categoryId', 'catalog.noCategory');
  return checkedAttributes(tx, categoryId, attributes, before);
}

type Shown = Pick<ProductRow, Inherited | 'categoryZh' | 'categoryEn'>;

/** A change as the history keeps it: in words, where the field has only ids. */
export function changeOf(name: string, before: Shown, after: Shown): [string, [unknown, unknown]] {
  if (name === 'categoryId')
    return ['category', [before.categoryZh || before.categoryEn, after.categoryZh || after.categoryEn]];
  if (name === 'attributes') return [name, [wordsOf(before), wordsOf(after)]];
  const field = name as keyof Shown;
  return [name, [before[field] ?? null, after[field] ?? null]];
}
const wordsOf = ({ attributes }: Shown): string => Object.values(attributes).join(' · ');

export function withoutPrice(detail: Record<string, unknown> | null): Record<string, unknown> | null {
  if (!detail?.changes || typeof detail.changes !== 'object') return detail;
  const changes = Object.entries(detail.changes).filter(([name]) => name !== 'unitPriceCny');
  return { ...detail, changes: Object.fromEntries(changes) };
}
