import { rights } from '@tradewind/contract/access/modules.ts';
import { SUPPLIER_RETURN_CONDITIONS } from '@tradewind/contract/procurement.ts';
import {
  ASIDE_CONDITIONS,
  exportStockConditions,
  listStockConditions,
  type StockConditionRow,
} from '@tradewind/contract/stock-views.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../components/can.tsx';
import { type Column, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { useModulePaths } from '../../../components/module-paths.ts';
import { returnPath } from '../../../components/return-start.ts';
import { col } from '../../../components/table/col.tsx';
import { FigureButton } from '../cells.tsx';
import { ConditionTag } from '../condition-tag.tsx';
import { useWarehouseFilter } from './stock-filters.ts';
import type { StockDoors } from './view.ts';

/** Stock that is not for sale, by condition. */
export function ConditionView({ doors }: { doors: StockDoors }): ReactNode {
  const { t } = useTranslation('stock');
  const may = useMay();
  const mayReturn = useMay(rights.purchaseOrder);
  const purchases = useModulePaths().get(rights.purchaseOrder.id);
  const returns = mayReturn(rights.purchaseOrder.return) ? purchases : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: doors are the same however often they are made
  const columns = useMemo(
    (): Column<StockConditionRow>[] => [
      col.product('sku', t('sku'), { width: 260, frozen: true, always: true }),
      col.status('condition', t('movement.condition'), (row) => <ConditionTag condition={row.condition} />, {
        width: 110,
      }),
      col.text('warehouse', t('warehouse'), { of: 'warehouseName', width: 160 }),
      col.text('locations', t('places'), { width: 90, align: 'right' }),
      {
        key: 'onHand',
        title: t('quantity'),
        width: 100,
        align: 'right',
        render: ({ productId, sku, warehouseId, warehouseName, condition, onHand }) => (
          <FigureButton
            value={onHand}
            onClick={() => doors.explain({ productId, sku, warehouseId, where: warehouseName, condition }, 'onHand')}
          />
        ),
      },
      ...(returns
        ? [col.own<StockConditionRow>('supplier', '', (row) => <ToSupplier row={row} page={returns} />, { width: 130 })]
        : []),
    ],
    [t, returns],
  );
  return (
    <ListPage
      id="warehouse.stock.condition"
      call={listStockConditions}
      columns={columns}
      tabs={tabsOf('condition', ASIDE_CONDITIONS, (condition) => t(`condition.${condition}`), { all: t('all') })}
      filters={[{ kind: 'text', name: 'text', label: t('search') }, useWarehouseFilter()]}
      exports={may(exportStockConditions) && { call: exportStockConditions }}
      onOpen={doors.product}
      empty={{ title: t('conditionEmpty'), hint: t('conditionEmptyHint') }}
    />
  );
}

/** Units on QC hold belong to their ASN. */
function ToSupplier({ row, page }: { row: StockConditionRow; page: string }): ReactNode {
  const { t } = useTranslation('stock');
  const { productId, warehouseId } = row;
  const condition = SUPPLIER_RETURN_CONDITIONS.find((one) => one === row.condition);
  if (!condition) return null;
  return (
    <Link
      to={returnPath(page, { input: { productId, warehouseId, condition } })}
      onClick={(event) => event.stopPropagation()}
    >
      {t('toSupplier')}
    </Link>
  );
}
