import type { ResultOf } from '@tradewind/contract/call.ts';
import { productBins, type StockFigure, type StockRow } from '@tradewind/contract/stock.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { useButtons } from '../../components/can.tsx';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Facts } from '../../components/facts.tsx';
import { Money, Quantity } from '../../components/figures.tsx';
import { arrange, type Column, NO_SETTINGS } from '../../components/table/columns.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { useUser } from '../../shell/session.ts';
import { productName } from './cells.tsx';

type Bin = ResultOf<typeof productBins>[number];
const FIGURES: readonly StockFigure[] = ['onHand', 'reserved', 'available', 'incoming'];

interface ProductDrawerProps {
  row: StockRow;
  onExplain: (figure: StockFigure) => void;
  onAdjust: () => void;
  onClose: () => void;
}

/** A product in a warehouse: its figures, and the places where it lies. */
export function ProductDrawer({ row, onExplain, onAdjust, onClose }: ProductDrawerProps): ReactNode {
  const { t } = useTranslation('stock');
  const may = useButtons();
  const user = useUser();
  const bins = useCall(productBins, { productId: row.productId });
  const columns: Column<Bin>[] = [
    { key: 'warehouse', title: t('warehouse'), width: 140, render: (bin) => bin.warehouseName },
    { key: 'code', title: t('location'), width: 130, render: (bin) => bin.code },
    { key: 'kind', title: t('kindTitle'), width: 90, render: (bin) => t(`kind.${bin.kind}`) },
    { key: 'condition', title: t('movement.condition'), width: 80, render: (bin) => t(`condition.${bin.condition}`) },
    {
      key: 'onHand',
      title: t('figure.onHand'),
      width: 80,
      align: 'right',
      render: (bin) => <Quantity value={bin.onHand} />,
    },
    {
      key: 'allocated',
      title: t('promised'),
      width: 130,
      align: 'right',
      render: (bin) => <Quantity value={bin.allocated} />,
    },
  ];
  return (
    <DetailDrawer
      title={row.sku}
      subtitle={`${productName(row)} · ${row.warehouseName}`}
      close={onClose}
      loading={bins.isPending}
      error={bins.error}
      onRetry={() => void bins.refetch()}
      actions={may('adjust') && <Button onClick={onAdjust}>{t('adjust.button')}</Button>}
    >
      <Facts
        columns={3}
        items={[
          ...FIGURES.map((figure): [string, ReactNode] => [
            t(`figure.${figure}`),
            <button key={figure} type="button" className="tw-explain" onClick={() => onExplain(figure)}>
              <Quantity value={row[figure]} />
            </button>,
          ]),
          [t('barcode'), row.barcode],
          [t('category'), row.category],
          ...(row.value === null
            ? []
            : [[t('value'), <Money key="v" amount={row.value} currency={user.baseCurrency} />] as [string, ReactNode]]),
        ]}
      />
      <h3 className="tw-section">{t('bins')}</h3>
      <DataTable
        label={t('bins')}
        columns={arrange(columns, NO_SETTINGS, 0)}
        rows={bins.data ?? []}
        keyOf={(bin) => `${bin.locationId}-${bin.condition}`}
        skeleton={bins.isPending ? 3 : 0}
        empty={<EmptyState title={t('binsNone')} />}
      />
    </DetailDrawer>
  );
}
