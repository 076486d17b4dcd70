import { rights } from '@tradewind/contract/access/modules.ts';
import { exportStock } from '@tradewind/contract/stock.ts';
import { listStockProducts, type StockProductRow } from '@tradewind/contract/stock-views.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import { categoryName } from '../../../components/category.ts';
import { type BulkAction, type Column, ListPage } from '../../../components/list-page.tsx';
import { col } from '../../../components/table/col.tsx';
import { useFigureColumns } from '../figure-columns.tsx';
import { useChosenWarehouses, useLevelTabs, useStockFilters } from './stock-filters.ts';
import type { StockDoors } from './view.ts';

/** All warehouses together. */
export function ProductView({ doors, actions }: { doors: StockDoors; actions: ReactNode }): ReactNode {
  const { t } = useTranslation('stock');
  const may = useMay();
  const warehouseRows = useChosenWarehouses();
  const figures = useFigureColumns<StockProductRow>(
    (row, figure, aside) =>
      doors.explain(
        {
          productId: row.productId,
          sku: row.sku,
          where: warehouseRows.names ?? t('allWarehouses'),
          ...warehouseRows.filter,
          ...(aside ? { condition: aside } : {}),
        },
        figure,
      ),
    `${warehouseRows.key} ${warehouseRows.names ?? ''}`,
  );
  const columns = useMemo(
    (): Column<StockProductRow>[] => [
      col.product('sku', t('sku'), { width: 240, frozen: true, always: true, sort: true }),
      col.text('barcode', t('barcode'), { width: 140, hidden: true }),
      col.text('category', t('category'), { of: categoryName, width: 140, hidden: true }),
      col.text('warehouses', t('warehouses'), { width: 80, align: 'right', card: 'hide' }),
      ...figures,
    ],
    [t, figures],
  );
  const bulk: BulkAction<typeof listStockProducts>[] = may(rights.stock.adjust)
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
      exports={may(exportStock) && { call: exportStock, more: { by: 'product' } }}
      actions={actions}
      onOpen={doors.product}
      empty={{
        title: t('empty'),
        hint: t('emptyHint'),
        action: doors.opening && <Button onClick={doors.opening}>{t('opening.title')}</Button>,
      }}
    />
  );
}
