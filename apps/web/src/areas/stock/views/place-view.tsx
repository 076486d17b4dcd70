import { STOCK_CONDITIONS, type StockCondition } from '@tradewind/contract/stock.ts';
import {
  ASIDE_CONDITIONS,
  exportStockConditions,
  exportStockPlaces,
  listStockConditions,
  listStockPlaces,
  type StockConditionRow,
  type StockPlaceRow,
} from '@tradewind/contract/stock-views.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useButtons } from '../../../components/can.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';
import { FigureButton, FigureIfAny, ProductCell } from '../cells.tsx';
import type { Explained } from '../explain-stock.tsx';
import { useHouseFilter } from './product-view.tsx';
import type { StockDoors } from './view.ts';

const TONES: Record<StockCondition, Tone> = {
  good: 'good',
  damaged: 'bad',
  returned: 'muted',
  checking: 'info',
  held: 'warn',
};

function useConditions(): (condition: StockCondition) => ReactNode {
  const { t } = useTranslation('stock');
  return (condition) => <StatusTag tone={TONES[condition]}>{t(`condition.${condition}`)}</StatusTag>;
}

function placeOf(row: StockPlaceRow): Explained {
  const { productId, sku, warehouseId, warehouseName, locationId, locationCode, batchId } = row;
  return { productId, sku, warehouseId, where: `${warehouseName} ${locationCode}`, locationId, batchId };
}

/** A row is what lies in a location: of a product, in a condition, of a batch. */
export function PlaceView({ doors }: { doors: StockDoors }): ReactNode {
  const { t } = useTranslation('stock');
  const tag = useConditions();
  const may = useButtons();
  const mayMove = may('adjust');
  // biome-ignore lint/correctness/useExhaustiveDependencies: doors and tags are the same however often they are made
  const columns = useMemo(
    (): Column<StockPlaceRow>[] => [
      {
        key: 'location',
        title: t('location'),
        width: 130,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => <span className="tw-figure">{row.locationCode}</span>,
      },
      {
        key: 'kind',
        title: t('kindTitle'),
        width: 100,
        render: (row) => (
          <>
            {t(`kind.${row.locationKind}`)} {!row.locationEnabled && <StatusTag tone="bad">{t('disabled')}</StatusTag>}
          </>
        ),
      },
      { key: 'warehouse', title: t('warehouse'), width: 130, render: (row) => row.warehouseName },
      { key: 'sku', title: t('sku'), width: 215, render: (row) => <ProductCell row={row} /> },
      {
        key: 'condition',
        title: t('movement.condition'),
        width: 100,
        card: 'state',
        render: (row) => tag(row.condition),
      },
      { key: 'batch', title: t('batch'), width: 110, render: (row) => row.batchCode ?? '' },
      { key: 'expires', title: t('expiresOn'), width: 105, render: (row) => row.expiresOn ?? '' },
      {
        key: 'onHand',
        title: t('quantity'),
        width: 90,
        align: 'right',
        render: (row) => (
          <FigureButton
            value={row.onHand}
            onClick={() => doors.explain({ ...placeOf(row), condition: row.condition }, 'onHand')}
          />
        ),
      },
      {
        key: 'allocated',
        title: t('promised'),
        width: 100,
        align: 'right',
        render: (row) => <FigureIfAny value={row.allocated} onClick={() => doors.explain(placeOf(row), 'promised')} />,
      },
      {
        key: 'move',
        title: '',
        width: 80,
        align: 'right',
        card: 'line',
        render: (row) =>
          mayMove &&
          row.onHand > row.allocated && (
            <Button
              size="small"
              onClick={(event) => {
                event.stopPropagation();
                doors.move(row);
              }}
            >
              {t('move.button')}
            </Button>
          ),
      },
    ],
    [t, mayMove],
  );
  return (
    <ListPage
      id="warehouse.stock.place"
      call={listStockPlaces}
      columns={columns}
      tabs={{
        param: 'condition',
        items: [
          { value: '', label: t('all') },
          ...STOCK_CONDITIONS.map((condition) => ({ value: condition, label: t(`condition.${condition}`) })),
        ],
      }}
      filters={[
        { kind: 'text', name: 'text', label: t('search') },
        { kind: 'text', name: 'location', label: t('placeText') },
        { kind: 'text', name: 'batch', label: t('batchSearch') },
        useHouseFilter(),
      ]}
      {...(may('export') ? { exports: { call: exportStockPlaces, toInput: (filter) => ({ filter }) } } : {})}
      onOpen={doors.product}
      empty={{ title: t('placeEmpty') }}
    />
  );
}

/** Goods that are not sold, and why. */
export function ConditionView({ doors }: { doors: StockDoors }): ReactNode {
  const { t } = useTranslation('stock');
  const may = useButtons();
  const tag = useConditions();
  // biome-ignore lint/correctness/useExhaustiveDependencies: doors and tags are the same however often they are made
  const columns = useMemo(
    (): Column<StockConditionRow>[] => [
      {
        key: 'sku',
        title: t('sku'),
        width: 260,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => <ProductCell row={row} />,
      },
      {
        key: 'condition',
        title: t('movement.condition'),
        width: 110,
        card: 'state',
        render: (row) => tag(row.condition),
      },
      { key: 'warehouse', title: t('warehouse'), width: 160, render: (row) => row.warehouseName },
      { key: 'locations', title: t('places'), width: 90, align: 'right', render: (row) => row.locations },
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
    ],
    [t],
  );
  return (
    <ListPage
      id="warehouse.stock.condition"
      call={listStockConditions}
      columns={columns}
      tabs={{
        param: 'condition',
        items: [
          { value: '', label: t('all') },
          ...ASIDE_CONDITIONS.map((condition) => ({ value: condition, label: t(`condition.${condition}`) })),
        ],
      }}
      filters={[{ kind: 'text', name: 'text', label: t('search') }, useHouseFilter()]}
      {...(may('export') ? { exports: { call: exportStockConditions, toInput: (filter) => ({ filter }) } } : {})}
      onOpen={doors.product}
      empty={{ title: t('conditionEmpty'), hint: t('conditionEmptyHint') }}
    />
  );
}
