import { exportStock, STOCK_AGES, stockTabs } from '@tradewind/contract/stock.ts';
import { listStockProducts, type StockProductRow } from '@tradewind/contract/stock-views.ts';
import { selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { type BulkAction, type Column, type Filter, ListPage } from '../../../components/list-page.tsx';
import { ProductCell } from '../cells.tsx';
import { useFigureColumns } from '../figure-columns.tsx';
import type { StockDoors } from './view.ts';

export const LEVELS = ['none', 'low', 'reserved', 'incoming'] as const;

/** All warehouses together. */
export function ProductView({ doors, actions }: { doors: StockDoors; actions: ReactNode }): ReactNode {
  const { t } = useTranslation('stock');
  const may = useButtons();
  const houses = useChosenHouses();
  const figures = useFigureColumns<StockProductRow>(
    (row, figure, aside) =>
      doors.explain(
        {
          productId: row.productId,
          sku: row.sku,
          where: houses.names ?? t('allWarehouses'),
          ...houses.filter,
          ...(aside ? { condition: aside } : {}),
        },
        figure,
      ),
    `${houses.key} ${houses.names ?? ''}`,
  );
  const columns = useMemo(
    (): Column<StockProductRow>[] => [
      {
        key: 'sku',
        title: t('sku'),
        width: 240,
        frozen: true,
        always: true,
        sort: true,
        card: 'title',
        render: (row) => <ProductCell row={row} />,
      },
      { key: 'barcode', title: t('barcode'), width: 140, hidden: true, render: (row) => row.barcode ?? '' },
      { key: 'category', title: t('category'), width: 120, hidden: true, render: (row) => row.category },
      {
        key: 'warehouses',
        title: t('warehouses'),
        width: 80,
        align: 'right',
        card: 'hide',
        render: (row) => row.warehouses,
      },
      ...figures,
    ],
    [t, figures],
  );
  const bulk: BulkAction<typeof listStockProducts>[] = may('adjust')
    ? [
        {
          key: 'limit',
          label: t('limit.bulk'),
          disabledReason: (rows) => (rows.length === 0 ? t('limit.bulk') : undefined),
          run: async ({ input, count }) => {
            if ('ids' in input) doors.limit(input.ids, String(count));
            return undefined;
          },
        },
      ]
    : [];
  return (
    <ListPage
      id="warehouse.stock.product"
      call={listStockProducts}
      columns={columns}
      tabs={useLevelTabs()}
      filters={useStockFilters()}
      bulk={bulk}
      {...(may('export') ? { exports: { call: exportStock, toInput: (filter) => ({ filter, by: 'product' }) } } : {})}
      actions={actions}
      onOpen={doors.product}
      empty={{ title: t('empty'), hint: t('emptyHint') }}
    />
  );
}

/** By level of stock. Counted by warehouse: where sums are looked at a tab shows no number. */
export function useLevelTabs(counted = false) {
  const { t } = useTranslation('stock');
  const tabs = useCall(stockTabs, {}, { enabled: counted });
  return {
    param: 'level',
    items: [
      { value: '', label: t('all') },
      ...LEVELS.map((level) => ({
        value: level,
        label: t(`level.${level}`),
        count: counted ? tabs.data?.[level] : undefined,
        urgent: level === 'none',
      })),
    ],
  };
}

export function useStockFilters(): Filter[] {
  const { t } = useTranslation('stock');
  const tabs = useCall(stockTabs, {});
  const houses = useHouseFilter();
  return [
    { kind: 'text', name: 'text', label: t('search') },
    houses,
    {
      kind: 'select',
      name: 'category',
      label: t('category'),
      options: (tabs.data?.categories ?? []).map((c) => ({ value: c, label: c })),
    },
    {
      kind: 'select',
      name: 'age',
      label: t('age'),
      options: STOCK_AGES.map((age) => ({ value: age, label: t(`ages.${age}`) })),
    },
  ];
}

export function useHouseFilter(): Filter {
  const { t } = useTranslation('stock');
  const warehouses = useCall(selectWarehouse, {});
  return {
    kind: 'multi',
    name: 'warehouseIds',
    label: t('warehouse'),
    options: (warehouses.data ?? []).map((w) => ({ value: w.id, label: w.name })),
  };
}

/** What the list is filtered by: a figure that is opened is that of these warehouses. */
export function useChosenHouses(): { key: string; names?: string; filter: { warehouseIds?: number[] } } {
  const [params] = useSearchParams();
  const warehouses = useCall(selectWarehouse, {});
  const key = params.get('warehouseIds') ?? '';
  if (!key) return { key, filter: {} };
  const warehouseIds = key.split(',').map(Number);
  const chosen = (warehouses.data ?? []).filter((one) => warehouseIds.includes(one.id));
  return { key, names: chosen.map((one) => one.name).join(', '), filter: { warehouseIds } };
}
