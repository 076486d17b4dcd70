import type { ResultOf } from '@tradewind/contract/call.ts';
import { explainStock, type StockFigure } from '@tradewind/contract/stock.ts';
import { DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { formatNumber } from '../../components/format.ts';
import { col } from '../../components/table/col.tsx';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';
import { Actor, MovementDocument, Signed } from './cells.tsx';
import { ExplainLayout, Parts } from './explain-parts.tsx';
import { ExplainPromised } from './explain-promised.tsx';
import { ExplainValue } from './explain-value.tsx';
import type { Explained, OpenedFigure } from './explained.ts';

type Reply = ResultOf<typeof explainStock>;
type Movement = Reply['movements'][number];
type Reservation = Reply['reservations'][number];

interface ExplainStockProps<F extends OpenedFigure> {
  of: Explained;
  figure: F;
  onClose: () => void;
}

/** Opens a stock figure to the entries behind it. */
export function ExplainStock({ of, figure, onClose }: ExplainStockProps<OpenedFigure>): ReactNode {
  if (figure === 'value') return <ExplainValue of={of} onClose={onClose} />;
  if (figure === 'promised') return <ExplainPromised of={of} onClose={onClose} />;
  return <ExplainMoved of={of} figure={figure} onClose={onClose} />;
}

/** A quantity with its movements, and the orders that allocate it. */
function ExplainMoved({ of, figure, onClose }: ExplainStockProps<StockFigure>): ReactNode {
  const { t } = useTranslation('stock');
  const [day, setDay] = useState<Dayjs | null>(null);
  const asOf = day?.format('YYYY-MM-DD');
  const { sku, where, ...about } = of;
  const isPlace = of.locationId !== undefined || of.batchId !== undefined || of.condition !== undefined;
  const ask = { ...about, figure, ...(asOf ? { asOf } : {}) };
  const answered = useCall(explainStock, ask);
  return (
    <ExplainLayout
      sku={sku}
      name={t(`figure.${figure}`)}
      figure={answered.data && formatNumber(answered.data.value)}
      hint={`${where} · ${t(isPlace ? 'figureHint.place' : `figureHint.${figure}`)}`}
      aside={
        <>
          <span className="tw-grow" />
          <span className="tw-muted">{t('explain.asOf')}</span>
          <DatePicker
            value={day}
            placeholder={t('explain.now')}
            aria-label={t('explain.asOf')}
            onChange={setDay}
            disabledDate={(date) => date.isAfter(undefined, 'day')}
          />
        </>
      }
      onClose={onClose}
    >
      {answered.data && answered.data.reservations.length > 0 && <Reservations rows={answered.data.reservations} />}
      <h3 className="tw-section">{t('explain.movements')}</h3>
      <Parts
        key={asOf ?? ''}
        call={explainStock}
        ask={ask}
        rows={({ movements }) => movements}
        keyOf={(row) => row.id}
        columns={useMovementColumns()}
        label={t('explain.movements')}
        none={t('explain.none')}
        end={t('explain.begin')}
      />
    </ExplainLayout>
  );
}

function Reservations({ rows }: { rows: Reservation[] }): ReactNode {
  const { t } = useTranslation('stock');
  const columns: Column<Reservation>[] = [
    { key: 'order', title: t('movement.document'), width: 220, render: (row) => <OrderLink row={row} /> },
    {
      key: 'status',
      title: t('explain.state'),
      width: 120,
      render: (row) => t(row.kind === 'order' ? `orderStatus.${row.status}` : `explain.${row.kind}`),
    },
    col.time('at', t('movement.at'), { of: 'reservedAt' }),
    col.text('quantity', t('figure.reserved'), { width: 100, align: 'right' }),
  ];
  return (
    <>
      <h3 className="tw-section">
        {t('explain.held')}
        <span className="tw-muted">
          {t('explain.heldSum', { count: rows.reduce((sum, row) => sum + row.quantity, 0) })}
        </span>
      </h3>
      <LineTable
        label={t('explain.held')}
        columns={columns}
        rows={rows}
        keyOf={(row) => `${row.kind}-${row.orderId}`}
      />
    </>
  );
}

const PAGES = {
  transfer: '/warehouse/transfer',
  assembly: '/warehouse/assembly',
  fba: '/transit/fba',
  transit: '/transit/other',
} as const;

function OrderLink({ row }: { row: Reservation }): ReactNode {
  if (row.kind !== 'order')
    return <a href={`#${PAGES[row.kind]}?state=${row.status}&open=${row.orderId}`}>{row.orderNo}</a>;
  return <a href={`#/order/all?open=${row.orderId}&text=${encodeURIComponent(row.orderNo)}`}>{row.orderNo}</a>;
}

function useMovementColumns(): Column<Movement>[] {
  const { t } = useTranslation('stock');
  return useMemo(
    () => [
      col.time('at', t('movement.at'), { width: 140 }),
      {
        key: 'reason',
        title: t('movement.reason'),
        width: 100,
        card: 'title',
        render: (row) => t(`reason.${row.reason}`),
      },
      { key: 'document', title: t('movement.document'), width: 190, render: (row) => <MovementDocument row={row} /> },
      col.text('location', t('location'), { of: 'locationCode', width: 110 }),
      { key: 'by', title: t('movement.by'), width: 100, render: (row) => <Actor row={row} /> },
      col.status('change', t('explain.change'), (row) => <Signed value={row.change} />, { width: 80, align: 'right' }),
      {
        key: 'running',
        title: t('explain.running'),
        width: 80,
        align: 'right',
        render: (row) => formatNumber(row.running),
      },
    ],
    [t],
  );
}
