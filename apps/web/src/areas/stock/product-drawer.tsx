import type { ResultOf } from '@tradewind/contract/call.ts';
import { productBins, STOCK_AGES, type StockCondition } from '@tradewind/contract/stock.ts';
import { productStock, type StockHouse } from '@tradewind/contract/stock-views.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { useButtons } from '../../components/can.tsx';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Quantity } from '../../components/figures.tsx';
import type { Column } from '../../components/table/columns.ts';
import { PlainTable } from '../../components/table/plain-table.tsx';
import { FigureButton, FigureIfAny, productName } from './cells.tsx';
import type { Explained, OpenedFigure } from './explain-stock.tsx';
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
  onLimit: (house: StockHouse) => void;
  onClose: () => void;
}

/** A product: what each warehouse has of it and how old that is, and the places where it lies. */
export function ProductDrawer({ product, onExplain, onAdjust, onLimit, onClose }: ProductDrawerProps): ReactNode {
  const { t } = useTranslation('stock');
  const may = useButtons();
  const { productId, sku } = product;
  const houses = useCall(productStock, { productId });
  return (
    <DetailDrawer
      title={sku}
      subtitle={productName(product)}
      size={920}
      close={onClose}
      loading={houses.isPending}
      error={houses.error}
      onRetry={() => void houses.refetch()}
      actions={may('adjust') && <Button onClick={onAdjust}>{t('adjust.button')}</Button>}
    >
      <h3 className="tw-section">{t('houses')}</h3>
      <Houses product={product} houses={houses.data ?? []} onExplain={onExplain} onLimit={onLimit} />
      <h3 className="tw-section">{t('ageTitle')}</h3>
      <Ages houses={houses.data ?? []} />
      <h3 className="tw-section">{t('bins')}</h3>
      <Bins product={product} onExplain={onExplain} />
    </DetailDrawer>
  );
}

function Houses(
  props: Pick<ProductDrawerProps, 'product' | 'onExplain' | 'onLimit'> & { houses: StockHouse[] },
): ReactNode {
  const { product, houses, onExplain, onLimit } = props;
  const { t } = useTranslation('stock');
  const may = useButtons();
  const figures = useFigureColumns<StockHouse>((row, figure, aside) =>
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
  const columns: Column<StockHouse>[] = [
    { key: 'warehouse', title: t('warehouse'), width: 130, frozen: true, render: (row) => row.warehouseName },
    {
      key: 'safety',
      title: t('limit.safety'),
      width: 110,
      align: 'right',
      render: (row) =>
        may('adjust') ? (
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
    <PlainTable
      cards
      label={t('houses')}
      columns={columns}
      rows={houses}
      keyOf={(row) => row.warehouseId}
      skeleton={0}
      empty={<EmptyState title={t('empty')} />}
    />
  );
}

function Ages({ houses }: { houses: StockHouse[] }): ReactNode {
  const { t } = useTranslation('stock');
  const columns: Column<StockHouse>[] = [
    { key: 'warehouse', title: t('warehouse'), width: 160, render: (row) => row.warehouseName },
    ...STOCK_AGES.map(
      (age, i): Column<StockHouse> => ({
        key: age,
        title: t(`ages.${age}`),
        width: 110,
        align: 'right',
        render: (row) => <Quantity value={row.ages[i] ?? 0} />,
      }),
    ),
  ];
  return (
    <PlainTable
      cards
      label={t('ageTitle')}
      columns={columns}
      rows={houses.filter((row) => row.ages.some((n) => n > 0))}
      keyOf={(row) => row.warehouseId}
      skeleton={0}
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
    { key: 'warehouse', title: t('warehouse'), width: 140, render: (bin) => bin.warehouseName },
    { key: 'code', title: t('location'), width: 130, card: 'title', render: (bin) => bin.code },
    { key: 'kind', title: t('kindTitle'), width: 80, render: (bin) => t(`kind.${bin.kind}`) },
    {
      key: 'condition',
      title: t('movement.condition'),
      width: 80,
      card: 'state',
      render: (bin) => t(`condition.${bin.condition}`),
    },
    { key: 'batch', title: t('batch'), width: 120, render: (bin) => bin.batchCode ?? '' },
    { key: 'expires', title: t('expiresOn'), width: 100, render: (bin) => bin.expiresOn ?? '' },
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
    <PlainTable
      cards
      label={t('bins')}
      columns={columns}
      rows={bins.data ?? []}
      keyOf={(bin) => `${bin.locationId}-${bin.condition}-${bin.batchId}`}
      skeleton={bins.isPending ? 3 : 0}
      empty={<EmptyState title={t('binsNone')} />}
    />
  );
}
