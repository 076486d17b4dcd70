import type { ResultOf } from '@tradewind/contract/call.ts';
import { type FrameRow, findCreditFrame } from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Quantity } from '../../../components/figures.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { arrange, type Column, NO_SETTINGS } from '../../../components/table/columns.ts';
import { DataTable } from '../../../components/table/data-table.tsx';
import { History } from '../history.tsx';
import { nameOf } from '../names.ts';
import { ProductNames } from '../product-names.tsx';

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
  return (
    <DetailDrawer
      {...tools}
      title={row?.code ?? ''}
      subtitle={row && t(`location.kind.${row.kind}`)}
      loading={query.isPending}
      error={query.error}
      onRetry={() => void query.refetch()}
      actions={row && may('edit') && <Button onClick={() => onEdit(row)}>{t('action.edit')}</Button>}
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
                      [t('location.enabled'), t(row.enabled ? 'location.yes' : 'location.no')],
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
    />
  );
}

function Stock({ rows }: { rows: readonly Held[] }): ReactNode {
  const { t } = useTranslation('warehouse');
  const columns: Column<Held>[] = [
    {
      key: 'sku',
      title: t('line.product'),
      width: 280,
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
  ];
  return (
    <DataTable
      label={t('location.stock')}
      columns={arrange(columns, NO_SETTINGS, 0)}
      rows={[...rows]}
      keyOf={(row) => `${row.productId}-${row.condition}`}
      skeleton={0}
      empty={<EmptyState title={t('location.holdsNothing')} />}
    />
  );
}
