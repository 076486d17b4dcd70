import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, None, Quantity } from '../../../components/figures.tsx';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';
import { arrange, type Column, NO_SETTINGS } from '../../../components/table/columns.ts';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { Order } from './order-drawer.tsx';
import { WhyWaits } from './why-waits.tsx';
import './why.css';

type Outbound = Order['outbounds'][number];

const TONES: Record<string, Tone> = {
  waiting: 'warn',
  picking: 'info',
  picked: 'info',
  packed: 'info',
  shipped: 'good',
  cancelled: 'muted',
};

/** Where it ships from, what it waits for, what is reserved for it and how far the warehouse is. */
export function StockTab({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const columns = useMemo<Column<Outbound>[]>(
    () => [
      {
        key: 'number',
        title: t('stock.outbound'),
        width: 170,
        card: 'title',
        render: (row) => <span className="tw-figure">{row.number}</span>,
      },
      {
        key: 'state',
        title: t('state'),
        width: 160,
        card: 'state',
        render: (row) =>
          row.stopRequested ? (
            <StatusTag tone="bad">
              {t(row.state === 'shipped' ? 'stock.intercept' : 'stock.stop')} · {t(`stock.state.${row.state}`)}
            </StatusTag>
          ) : (
            <StatusTag tone={TONES[row.state] ?? 'muted'}>{t(`stock.state.${row.state}`)}</StatusTag>
          ),
      },
      { key: 'warehouse', title: t('warehouse'), width: 130, render: (row) => row.warehouseName },
      { key: 'wave', title: t('stock.wave'), width: 170, render: (row) => row.waveNumber ?? <None /> },
      {
        key: 'at',
        title: t('stock.lastAt'),
        width: 140,
        render: (row) => <DateTime at={row.shippedAt ?? row.packedAt ?? row.pickedAt ?? row.createdAt} />,
      },
    ],
    [t],
  );
  const needed = order.lines.reduce((sum, line) => sum + line.stockQuantity, 0);
  const reserved = order.lines.reduce((sum, line) => sum + line.reserved, 0);
  return (
    <>
      <Facts
        items={[
          [t('warehouse'), order.warehouseName],
          [
            t('stock.reserved'),
            <span key="reserved" className="tw-figure">
              <Quantity value={reserved} /> <small>/ {needed}</small>
            </span>,
          ],
        ]}
      />
      <WhyWaits order={order} />
      <DataTable
        label={t('stock.outbounds')}
        columns={arrange(columns, NO_SETTINGS, 0)}
        rows={order.outbounds}
        keyOf={(row) => row.id}
        empty={
          <EmptyState
            title={t('stock.none')}
            hint={t(`stock.noneHint.${order.status === 'allocate' ? 'allocate' : 'other'}`)}
          />
        }
      />
    </>
  );
}
