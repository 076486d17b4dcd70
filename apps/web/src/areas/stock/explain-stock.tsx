import type { ResultOf } from '@tradewind/contract/call.ts';
import { explainStock, type StockCondition, type StockFigure } from '@tradewind/contract/stock.ts';
import { DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { DateTime } from '../../components/figures.tsx';
import { formatNumber } from '../../components/format.ts';
import type { Column } from '../../components/table/columns.ts';
import { PlainTable } from '../../components/table/plain-table.tsx';
import { Actor, MovementDocument, Signed } from './cells.tsx';
import { ExplainFrame, Parts } from './explain-parts.tsx';
import { ExplainPromised } from './explain-promised.tsx';
import { ExplainValue } from './explain-value.tsx';

type Told = ResultOf<typeof explainStock>;
type Movement = Told['movements'][number];
type Reservation = Told['reservations'][number];

/** What is opened: a product in a warehouse or in all of them, or what of it lies in a place. */
export interface Explained {
  productId: number;
  sku: string;
  warehouseId?: number;
  /** Those that a list is filtered by. */
  warehouseIds?: number[];
  /** Said beside the figure: the warehouse, the location, the batch. */
  where: string;
  locationId?: number;
  batchId?: number;
  condition?: StockCondition;
}

/** Everything on the stock page that opens into what makes it. */
export type OpenedFigure = StockFigure | 'value' | 'promised';

interface ExplainStockProps<F extends OpenedFigure> {
  of: Explained;
  figure: F;
  onClose: () => void;
}

/** A figure of the stock page, opened to what makes it. */
export function ExplainStock({ of, figure, onClose }: ExplainStockProps<OpenedFigure>): ReactNode {
  if (figure === 'value') return <ExplainValue of={of} onClose={onClose} />;
  if (figure === 'promised') return <ExplainPromised of={of} onClose={onClose} />;
  return <ExplainMoved of={of} figure={figure} onClose={onClose} />;
}

/** A quantity that movements make, and the orders that hold it. */
function ExplainMoved({ of, figure, onClose }: ExplainStockProps<StockFigure>): ReactNode {
  const { t } = useTranslation('stock');
  const [day, setDay] = useState<Dayjs | null>(null);
  const asOf = day?.format('YYYY-MM-DD');
  const { sku, where, ...about } = of;
  const isPlace = of.locationId !== undefined || of.batchId !== undefined || of.condition !== undefined;
  const ask = { ...about, figure, ...(asOf ? { asOf } : {}) };
  const told = useCall(explainStock, ask);
  return (
    <ExplainFrame
      sku={sku}
      name={t(`figure.${figure}`)}
      figure={told.data && formatNumber(told.data.value)}
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
      {told.data && told.data.reservations.length > 0 && <Reservations rows={told.data.reservations} />}
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
    </ExplainFrame>
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
    { key: 'at', title: t('movement.at'), width: 150, render: (row) => <DateTime at={row.reservedAt} /> },
    { key: 'quantity', title: t('figure.reserved'), width: 100, align: 'right', render: (row) => row.quantity },
  ];
  return (
    <>
      <h3 className="tw-section">
        {t('explain.held')}
        <span className="tw-muted">
          {t('explain.heldSum', { count: rows.reduce((sum, row) => sum + row.quantity, 0) })}
        </span>
      </h3>
      <PlainTable
        cards
        label={t('explain.held')}
        columns={columns}
        rows={rows}
        keyOf={(row) => `${row.kind}-${row.orderId}`}
        skeleton={0}
        empty={null}
      />
    </>
  );
}

const PAGES = { transfer: '/warehouse/transfer', fba: '/transit/fba', transit: '/transit/other' } as const;

function OrderLink({ row }: { row: Reservation }): ReactNode {
  if (row.kind !== 'order')
    return <a href={`#${PAGES[row.kind]}?state=${row.status}&open=${row.orderId}`}>{row.orderNo}</a>;
  return <a href={`#/order/all?open=${row.orderId}&text=${encodeURIComponent(row.orderNo)}`}>{row.orderNo}</a>;
}

function useMovementColumns(): Column<Movement>[] {
  const { t } = useTranslation('stock');
  return useMemo(
    () => [
      { key: 'at', title: t('movement.at'), width: 140, render: (row) => <DateTime at={row.at} /> },
      {
        key: 'reason',
        title: t('movement.reason'),
        width: 100,
        card: 'title',
        render: (row) => t(`reason.${row.reason}`),
      },
      { key: 'document', title: t('movement.document'), width: 190, render: (row) => <MovementDocument row={row} /> },
      { key: 'location', title: t('location'), width: 110, render: (row) => row.locationCode ?? '' },
      { key: 'by', title: t('movement.by'), width: 100, render: (row) => <Actor row={row} /> },
      {
        key: 'change',
        title: t('explain.change'),
        width: 80,
        card: 'state',
        align: 'right',
        render: (row) => <Signed value={row.change} />,
      },
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
