import { type Category, listCategories } from '@tradewind/contract/catalog.ts';
import { useCall } from '../api/hooks.ts';
import { currentLanguage } from '../i18n.ts';
import type { Option } from './list/filters.ts';

const STALE_MS = 60_000;

/** The names of a product's category from the top down, in the language of the page. */
export const categoryName = (row: { categoryZh: string; categoryEn: string }): string =>
  currentLanguage() === 'en' ? row.categoryEn : row.categoryZh;

const fullName = (one: Category): string => (currentLanguage() === 'en' ? one.fullEn : one.fullZh);

/** Categories for pickers, each with the names above it. */
export function useCategoryOptions(): Option[] {
  const { data } = useCall(listCategories, {}, { staleMs: STALE_MS });
  return (data?.list ?? []).map((one) => ({ value: String(one.id), label: fullName(one) }));
}
