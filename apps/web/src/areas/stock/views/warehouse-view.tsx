import { exportStock, listStock, type StockRow } from '@tradewind/contract/stock.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import { categoryName } from '../../../components/category.ts';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { col } from '../../../components/table/col.tsx';
import { useFigureColumns } from '../figure-columns.tsx';
import { useLevelTabs, useStockFilters } from './stock-filters.ts';
import type { StockDoors } from './view.ts';

/** One row per product and warehouse. */
export function WarehouseView({ doors, actions }: { doors: StockDoors; actions: ReactNode }): ReactNode {
  const { t } = useTranslation('stock');
  const may = useMay();
  const figures = useFigureColumns<StockRow>(({ productId, sku, warehouseId, warehouseName }, figure, aside) =>
    doors.explain(
      { productId, sku, warehouseId, where: warehouseName, ...(aside ? { condition: aside } : {}) },
      figure,
    ),
  );
  const columns = useMemo(
    (): Column<StockRow>[] => [
      col.product('sku', t('sku'), { width: 240, frozen: true, always: true, sort: true }),
      col.text('barcode', t('barcode'), { width: 140, hidden: true }),
      col.text('category', t('category'), { of: categoryName, width: 140, hidden: true }),
      col.text('warehouse', t('warehouse'), { of: 'warehouseName', width: 140 }),
      ...figures,
      col.time('updatedAt', t('updatedAt'), { hidden: true, card: 'hide' }),
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
      exports={may(exportStock) && { call: exportStock }}
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
