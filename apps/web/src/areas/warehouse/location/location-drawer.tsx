import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { findLocation, type LocationPlace, listLocations } from '@tradewind/contract/warehouse.ts';
import { Alert, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { MoveGoods } from '../../../components/move-goods.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { History } from '../history.tsx';
import { EmptyForm } from './empty-form.tsx';

type Held = ResultOf<typeof findLocation>['stock'][number];

interface LocationDrawerProps {
  id: number;
  tools: DetailTools;
  onEdit: (row: LocationPlace) => void;
}

export function LocationDrawer({ id, tools, onEdit }: LocationDrawerProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const query = useCall(findLocation, { id });
  const row = query.data;
  const [moving, setMoving] = useState<'some' | 'all'>();
  const holds = (row?.units ?? 0) > 0;
  return (
    <DetailDrawer
      {...tools}
      title={row?.code ?? ''}
      subtitle={row && t(`location.kind.${row.kind}`)}
      query={query}
      status={
        row && (
          <StatusTag tone={row.enabled ? 'good' : 'muted'}>
            {t(row.enabled ? 'house.enabled' : 'house.disabled')}
          </StatusTag>
        )
      }
      actions={
        row &&
        may(rights.location.edit) && (
          <>
            <Button onClick={() => onEdit(row)}>{t('action.edit')}</Button>
            {holds && <Button onClick={() => setMoving('some')}>{t('move.button')}</Button>}
            {holds && <Button onClick={() => setMoving('all')}>{t('location.move')}</Button>}
          </>
        )
      }
      {...(row
        ? {
            tabs: [
              { key: 'stock', label: t('location.stock'), children: <Stock rows={row.stock} /> },
              {
                key: 'facts',
                label: t('location.facts'),
                children: (
                  <Facts
                    items={[
                      [t('location.area'), row.area],
                      [t('location.shelf'), row.shelf],
                      [t('location.row'), row.row],
                      [t('location.column'), row.column],
                      [t('location.path'), row.pathOrder],
                      [t('location.tray'), t(row.tray ? 'location.yes' : 'location.no')],
                      [t('location.capacity'), row.capacity],
                      [t('location.place'), placeText(row, t)],
                    ]}
                  />
                ),
              },
              { key: 'history', label: t('event.title'), children: <History rows={row.history} states="none" /> },
            ],
          }
        : {})}
    >
      {row && !row.enabled && holds && (
        <Alert type="warning" showIcon title={t('location.closedNote', { units: row.units })} />
      )}
      {row && moving === 'some' && (
        <MoveGoods
          warehouseId={row.warehouseId}
          code={row.code}
          refresh={[findLocation, listLocations]}
          onClose={() => setMoving(undefined)}
        />
      )}
      {row && moving === 'all' && (
        <EmptyForm from={row} houseId={row.warehouseId} onClose={() => setMoving(undefined)} />
      )}
    </DetailDrawer>
  );
}

function placeText(row: LocationPlace, t: (key: string, values: Record<string, unknown>) => string): string {
  const { place } = row;
  if (!place) return '';
  return t('location.placeText', { x: place.xMm, y: place.yMm, width: place.widthMm, depth: place.depthMm });
}

function Stock({ rows }: { rows: readonly Held[] }): ReactNode {
  const { t } = useTranslation('warehouse');
  const columns: Column<Held>[] = [
    col.product('sku', t('line.product'), { width: 260 }),
    col.qty('onHand', t('location.units')),
    col.qty('allocated', t('location.promised'), { width: 120 }),
    {
      key: 'condition',
      title: t('location.condition'),
      width: 90,
      card: 'state',
      render: (row) => t(`location.conditions.${row.condition}`),
    },
    col.text('batch', t('location.batch'), { of: 'batchCode', width: 110 }),
  ];
  return (
    <LineTable
      label={t('location.stock')}
      columns={columns}
      rows={rows}
      keyOf={(row) => `${row.productId}-${row.condition}-${row.batchId}`}
      empty={<EmptyState title={t('location.holdsNothing')} />}
    />
  );
}
