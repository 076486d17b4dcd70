import { rights } from '@tradewind/contract/access/modules.ts';
import { STOCK_CONDITIONS } from '@tradewind/contract/stock.ts';
import { exportStockPlaces, listStockPlaces, type StockPlaceRow } from '@tradewind/contract/stock-views.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import { type Column, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { FigureButton, FigureIfAny } from '../cells.tsx';
import { ConditionTag } from '../condition-tag.tsx';
import type { Explained } from '../explained.ts';
import { useWarehouseFilter } from './stock-filters.ts';
import type { StockDoors } from './view.ts';

function placeOf(row: StockPlaceRow): Explained {
  const { productId, sku, warehouseId, warehouseName, locationId, locationCode, batchId } = row;
  return { productId, sku, warehouseId, where: `${warehouseName} ${locationCode}`, locationId, batchId };
}

/** One row per location, product, condition and batch. */
export function PlaceView({ doors }: { doors: StockDoors }): ReactNode {
  const { t } = useTranslation('stock');
  const may = useMay();
  const mayMove = may(rights.stock.adjust);
  // biome-ignore lint/correctness/useExhaustiveDependencies: doors are the same however often they are made
  const columns = useMemo(
    (): Column<StockPlaceRow>[] => [
      col.heading('location', t('location'), { of: 'locationCode', width: 130 }),
      col.own(
        'kind',
        t('kindTitle'),
        (row) => (
          <>
            {t(`kind.${row.locationKind}`)} {!row.locationEnabled && <StatusTag tone="bad">{t('disabled')}</StatusTag>}
          </>
        ),
        { width: 100 },
      ),
      col.text('warehouse', t('warehouse'), { of: 'warehouseName', width: 130 }),
      col.product('sku', t('sku'), { width: 215 }),
      col.status('condition', t('movement.condition'), (row) => <ConditionTag condition={row.condition} />, {
        width: 100,
      }),
      col.text('batch', t('batch'), { of: 'batchCode', width: 110 }),
      col.text('expires', t('expiresOn'), { of: 'expiresOn', width: 105 }),
      col.own('onHand', t('quantity'), (row) => <OnHand row={row} doors={doors} />, { width: 90, align: 'right' }),
      col.own('allocated', t('promised'), (row) => <Promised row={row} doors={doors} />, {
        width: 100,
        align: 'right',
      }),
      col.own('move', '', (row) => mayMove && <MoveButton row={row} onMove={doors.move} />, {
        width: 80,
        align: 'right',
        card: 'line',
      }),
    ],
    [t, mayMove],
  );
  return (
    <ListPage
      id="warehouse.stock.place"
      call={listStockPlaces}
      columns={columns}
      tabs={tabsOf('condition', STOCK_CONDITIONS, (condition) => t(`condition.${condition}`), { all: t('all') })}
      filters={[
        { kind: 'text', name: 'text', label: t('search') },
        { kind: 'text', name: 'location', label: t('placeText') },
        { kind: 'text', name: 'batch', label: t('batchSearch') },
        useWarehouseFilter(),
      ]}
      exports={may(exportStockPlaces) && { call: exportStockPlaces }}
      onOpen={doors.product}
      empty={{
        title: t('placeEmpty'),
        hint: t('placeEmptyHint'),
        action: doors.opening && <Button onClick={doors.opening}>{t('opening.title')}</Button>,
      }}
    />
  );
}

interface FigureProps {
  row: StockPlaceRow;
  doors: StockDoors;
}
function OnHand({ row, doors }: FigureProps): ReactNode {
  const open = () => doors.explain({ ...placeOf(row), condition: row.condition }, 'onHand');
  return <FigureButton value={row.onHand} onClick={open} />;
}
function Promised({ row, doors }: FigureProps): ReactNode {
  return <FigureIfAny value={row.allocated} onClick={() => doors.explain(placeOf(row), 'promised')} />;
}

/** Allocated units stay where they are. */
function MoveButton({ row, onMove }: { row: StockPlaceRow; onMove: StockDoors['move'] }): ReactNode {
  const { t } = useTranslation('stock');
  if (row.onHand <= row.allocated) return null;
  return (
    <Button
      size="small"
      onClick={(event) => {
        event.stopPropagation();
        onMove(row);
      }}
    >
      {t('move.button')}
    </Button>
  );
}
