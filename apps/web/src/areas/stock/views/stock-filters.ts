import { STOCK_AGES, stockTabs } from '@tradewind/contract/stock.ts';
import type { listStockProducts } from '@tradewind/contract/stock-views.ts';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { useCategoryOptions } from '../../../components/category.ts';
import { type Filter, type FilterField, optionsOf, tabsOf } from '../../../components/list-page.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';

const LEVELS = ['none', 'low', 'reserved', 'incoming'] as const;

/** Tabs by stock level. Counts are per warehouse, so tabs show no number where the list shows sums. */
export function useLevelTabs(counted = false) {
  const { t } = useTranslation('stock');
  const tabs = useCall(stockTabs, {}, { enabled: counted });
  return tabsOf('level', LEVELS, (level) => t(`level.${level}`), {
    all: t('all'),
    counts: counted && tabs.data ? tabs.data : undefined,
    urgent: ['none'],
  });
}

export function useStockFilters(): FilterField<typeof listStockProducts>[] {
  const { t } = useTranslation('stock');
  const categories = useCategoryOptions();
  const warehouseRows = useWarehouseFilter();
  return [
    { kind: 'text', name: 'text', label: t('search') },
    warehouseRows,
    {
      kind: 'select',
      name: 'categoryId',
      label: t('category'),
      options: categories,
    },
    {
      kind: 'select',
      name: 'age',
      label: t('age'),
      options: optionsOf(STOCK_AGES, (age) => t(`ages.${age}`)),
    },
  ];
}

export function useWarehouseFilter(): Filter<'warehouseIds'> {
  const { t } = useTranslation('stock');
  const options = useWarehouseOptions();
  return { kind: 'multi', name: 'warehouseIds', label: t('warehouse'), options };
}

/** The list's filter: opened figures cover these warehouses. */
export function useChosenWarehouses(): { key: string; names?: string; filter: { warehouseIds?: number[] } } {
  const [params] = useSearchParams();
  const warehouses = useWarehouseOptions();
  const key = params.get('warehouseIds') ?? '';
  if (!key) return { key, filter: {} };
  const warehouseIds = key.split(',').map(Number);
  const chosen = warehouses.filter((one) => warehouseIds.includes(Number(one.value)));
  return { key, names: chosen.map((one) => one.label).join(', '), filter: { warehouseIds } };
}
