import { exportStock, listStock, type StockRow } from '@tradewind/contract/stock.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useButtons } from '../../../components/can.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { ProductCell } from '../cells.tsx';
import { useFigureColumns } from '../figure-columns.tsx';
import { useLevelTabs, useStockFilters } from './product-view.tsx';
import type { StockDoors } from './view.ts';

/** A row is a product in a warehouse. */
export function HouseView({ doors, actions }: { doors: StockDoors; actions: ReactNode }): ReactNode {
  const { t } = useTranslation('stock');
  const may = useButtons();
  const figures = useFigureColumns<StockRow>(({ productId, sku, warehouseId, warehouseName }, figure, aside) =>
    doors.explain(
      { productId, sku, warehouseId, where: warehouseName, ...(aside ? { condition: aside } : {}) },
      figure,
    ),
  );
  const columns = useMemo(
    (): Column<StockRow>[] => [
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
      { key: 'warehouse', title: t('warehouse'), width: 140, render: (row) => row.warehouseName },
      ...figures,
      {
        key: 'updatedAt',
        title: t('updatedAt'),
        width: 150,
        card: 'hide',
        hidden: true,
        render: (row) => <DateTime at={row.updatedAt} />,
      },
    ],
    [t, figures],
  );
  return (
    <ListPage
      id="warehouse.stock"
      call={listStock}
      columns={columns}
      tabs={useLevelTabs(true)}
      filters={useStockFilters()}
      {...(may('export') ? { exports: { call: exportStock, toInput: (filter) => ({ filter }) } } : {})}
      actions={actions}
      onOpen={doors.product}
      empty={{ title: t('empty'), hint: t('emptyHint') }}
    />
  );
}
