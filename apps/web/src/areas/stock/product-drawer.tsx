import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { productBins, STOCK_AGES, type StockCondition } from '@tradewind/contract/stock.ts';
import { productStock, type StockWarehouse } from '@tradewind/contract/stock-views.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { productName } from '../../components/product-name.ts';
import { col } from '../../components/table/col.tsx';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';
import { FigureButton, FigureIfAny } from './cells.tsx';
import type { Explained, OpenedFigure } from './explained.ts';
import { useFigureColumns } from './figure-columns.tsx';

type Bin = ResultOf<typeof productBins>[number];

export interface DrawnProduct {
  productId: number;
  sku: string;
  nameZh: string;
  nameEn: string;
}

interface ProductDrawerProps {
  product: DrawnProduct;
  onExplain: (of: Explained, figure: OpenedFigure) => void;
  onAdjust: () => void;
  onLimit: (warehouse: StockWarehouse) => void;
  onClose: () => void;
}

/** A product: its stock and age in each warehouse, and its locations. */
export function ProductDrawer({ product, onExplain, onAdjust, onLimit, onClose }: ProductDrawerProps): ReactNode {
  const { t } = useTranslation('stock');
  const may = useMay();
  const { productId, sku } = product;
  const warehouses = useCall(productStock, { productId });
  return (
    <DetailDrawer
      title={sku}
      subtitle={productName(product)}
      size={920}
      close={onClose}
      query={warehouses}
      actions={may(rights.stock.adjust) && <Button onClick={onAdjust}>{t('adjust.button')}</Button>}
    >
      <h3 className="tw-section">{t('houses')}</h3>
      <Warehouses product={product} warehouses={warehouses.data ?? []} onExplain={onExplain} onLimit={onLimit} />
      <h3 className="tw-section">{t('ageTitle')}</h3>
      <Ages warehouses={warehouses.data ?? []} />
      <h3 className="tw-section">{t('bins')}</h3>
      <Bins product={product} onExplain={onExplain} />
    </DetailDrawer>
  );
}

function Warehouses(
  props: Pick<ProductDrawerProps, 'product' | 'onExplain' | 'onLimit'> & { warehouses: StockWarehouse[] },
): ReactNode {
  const { product, warehouses, onExplain, onLimit } = props;
  const { t } = useTranslation('stock');
  const may = useMay();
  const figures = useFigureColumns<StockWarehouse>((row, figure, aside) =>
    onExplain(
      {
        productId: product.productId,
        sku: product.sku,
        warehouseId: row.warehouseId,
        where: row.warehouseName,
        ...(aside ? { condition: aside } : {}),
      },
      figure,
    ),
  );
  const columns: Column<StockWarehouse>[] = [
    col.text('warehouse', t('warehouse'), { of: 'warehouseName', width: 130, frozen: true }),
    {
      key: 'safety',
      title: t('limit.safety'),
      width: 110,
      align: 'right',
      render: (row) =>
        may(rights.stock.adjust) ? (
          <Button
            size="small"
            type="link"
            style={{ padding: 0 }}
            aria-label={t('limit.title')}
            onClick={() => onLimit(row)}
          >
            {row.safety ?? t('limit.button')}
          </Button>
        ) : (
          (row.safety ?? '')
        ),
    },
    ...figures.map((column) => ({ ...column, sort: false })),
  ];
  return (
    <LineTable
      label={t('houses')}
      columns={columns}
      rows={warehouses}
      keyOf={(row) => row.warehouseId}
      empty={<EmptyState title={t('empty')} />}
    />
  );
}

function Ages({ warehouses }: { warehouses: StockWarehouse[] }): ReactNode {
  const { t } = useTranslation('stock');
  const columns: Column<StockWarehouse>[] = [
    col.text('warehouse', t('warehouse'), { of: 'warehouseName', width: 160 }),
    ...STOCK_AGES.map(
      (age, i): Column<StockWarehouse> => col.qty(age, t(`ages.${age}`), { of: (row) => row.ages[i] ?? 0, width: 110 }),
    ),
  ];
  return (
    <LineTable
      label={t('ageTitle')}
      columns={columns}
      rows={warehouses.filter((row) => row.ages.some((n) => n > 0))}
      keyOf={(row) => row.warehouseId}
      empty={<EmptyState title={t('empty')} />}
    />
  );
}

function Bins({ product, onExplain }: Pick<ProductDrawerProps, 'product' | 'onExplain'>): ReactNode {
  const { t } = useTranslation('stock');
  const bins = useCall(productBins, { productId: product.productId });
  const place = (bin: Bin): Explained => ({
    productId: product.productId,
    sku: product.sku,
    warehouseId: bin.warehouseId,
    where: `${bin.warehouseName} ${bin.code}`,
    locationId: bin.locationId,
    batchId: bin.batchId,
  });
  const open = (bin: Bin) => onExplain({ ...place(bin), condition: bin.condition as StockCondition }, 'onHand');
  const columns: Column<Bin>[] = [
    col.text('warehouse', t('warehouse'), { of: 'warehouseName', width: 140 }),
    col.text('code', t('location'), { width: 130, card: 'title' }),
    { key: 'kind', title: t('kindTitle'), width: 80, render: (bin) => t(`kind.${bin.kind}`) },
    {
      key: 'condition',
      title: t('movement.condition'),
      width: 80,
      card: 'state',
      render: (bin) => t(`condition.${bin.condition}`),
    },
    col.text('batch', t('batch'), { of: 'batchCode', width: 120 }),
    col.text('expires', t('expiresOn'), { of: 'expiresOn', width: 100 }),
    {
      key: 'onHand',
      title: t('figure.onHand'),
      width: 80,
      align: 'right',
      render: (bin) => <FigureButton value={bin.onHand} onClick={() => open(bin)} />,
    },
    {
      key: 'allocated',
      title: t('promised'),
      width: 120,
      align: 'right',
      render: (bin) => <FigureIfAny value={bin.allocated} onClick={() => onExplain(place(bin), 'promised')} />,
    },
  ];
  return (
    <LineTable
      label={t('bins')}
      columns={columns}
      rows={bins.data ?? []}
      keyOf={(bin) => `${bin.locationId}-${bin.condition}-${bin.batchId}`}
      skeleton={bins.isPending ? 3 : 0}
      empty={<EmptyState title={t('binsNone')} />}
    />
  );
}
