import type { ResultOf } from '@tradewind/contract/call.ts';
import { type FrameRow, findCreditFrame, getCreditFrame } from '@tradewind/contract/warehouse.ts';
import { Alert, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Quantity } from '../../../components/figures.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { MoveGoods } from '../../../components/move-goods.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { PlainTable } from '../../../components/table/plain-table.tsx';
import { History } from '../history.tsx';
import { nameOf } from '../names.ts';
import { ProductNames } from '../product-names.tsx';
import { EmptyForm } from './empty-form.tsx';

type Held = ResultOf<typeof findCreditFrame>['stock'][number];

interface LocationDrawerProps {
  id: number;
  tools: DetailTools;
  onEdit: (row: FrameRow) => void;
}

export function LocationDrawer({ id, tools, onEdit }: LocationDrawerProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useButtons();
  const query = useCall(findCreditFrame, { id });
  const row = query.data;
  const [moving, setMoving] = useState<'some' | 'all'>();
  const holds = (row?.units ?? 0) > 0;
  return (
    <DetailDrawer
      {...tools}
      title={row?.code ?? ''}
      subtitle={row && t(`location.kind.${row.kind}`)}
      loading={query.isPending}
      error={query.error}
      onRetry={() => void query.refetch()}
      status={
        row && (
          <StatusTag tone={row.enabled ? 'good' : 'muted'}>
            {t(row.enabled ? 'house.enabled' : 'house.disabled')}
          </StatusTag>
        )
      }
      actions={
        row &&
        may('edit') && (
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
              {
                key: 'history',
                label: t('event.title'),
                children: <History rows={row.history} states="none" />,
              },
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
          refresh={[findCreditFrame, getCreditFrame]}
          onClose={() => setMoving(undefined)}
        />
      )}
      {row && moving === 'all' && (
        <EmptyForm from={row} houseId={row.warehouseId} onClose={() => setMoving(undefined)} />
      )}
    </DetailDrawer>
  );
}

function placeText(row: FrameRow, t: (key: string, values: Record<string, unknown>) => string): string {
  const { place } = row;
  if (!place) return '';
  return t('location.placeText', { x: place.xMm, y: place.yMm, width: place.widthMm, depth: place.depthMm });
}

function Stock({ rows }: { rows: readonly Held[] }): ReactNode {
  const { t } = useTranslation('warehouse');
  const columns: Column<Held>[] = [
    {
      key: 'sku',
      title: t('line.product'),
      width: 260,
      card: 'title',
      render: (row) => <ProductNames sku={row.sku} name={nameOf(row)} />,
    },
    {
      key: 'onHand',
      title: t('location.units'),
      width: 90,
      align: 'right',
      render: (row) => <Quantity value={row.onHand} />,
    },
    {
      key: 'allocated',
      title: t('location.promised'),
      width: 120,
      align: 'right',
      render: (row) => <Quantity value={row.allocated} />,
    },
    {
      key: 'condition',
      title: t('location.condition'),
      width: 90,
      card: 'state',
      render: (row) => t(`location.conditions.${row.condition}`),
    },
    { key: 'batch', title: t('location.batch'), width: 110, render: (row) => row.batchCode ?? '' },
  ];
  return (
    <PlainTable
      cards
      label={t('location.stock')}
      columns={columns}
      rows={[...rows]}
      keyOf={(row) => `${row.productId}-${row.condition}-${row.batchId}`}
      skeleton={0}
      empty={<EmptyState title={t('location.holdsNothing')} />}
    />
  );
}
