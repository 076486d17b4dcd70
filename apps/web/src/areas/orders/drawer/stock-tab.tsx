import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Quantity } from '../../../components/figures.tsx';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import type { Order } from './order.ts';
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

/** The warehouse, shortages, allocated stock and progress of the outbound order. */
export function StockTab({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const columns = useMemo<Column<Outbound>[]>(
    () => [
      col.code('number', t('stock.outbound'), { width: 170, card: 'title' }),
      col.status(
        'state',
        t('state'),
        (row) =>
          row.stopRequested ? (
            <StatusTag tone="bad">
              {t(row.state === 'shipped' ? 'stock.intercept' : 'stock.stop')} · {t(`stock.state.${row.state}`)}
            </StatusTag>
          ) : (
            <StatusTag tone={TONES[row.state] ?? 'muted'}>{t(`stock.state.${row.state}`)}</StatusTag>
          ),
        { width: 160 },
      ),
      col.text('warehouse', t('warehouse'), { of: 'warehouseName', width: 130 }),
      col.text('wave', t('stock.wave'), { of: 'waveNumber', width: 170 }),
      col.time('at', t('stock.lastAt'), {
        of: (row) => row.shippedAt ?? row.packedAt ?? row.pickedAt ?? row.createdAt,
        width: 140,
      }),
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
      <LineTable
        cards={false}
        label={t('stock.outbounds')}
        columns={columns}
        rows={order.outbounds}
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
