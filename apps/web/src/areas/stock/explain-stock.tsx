import type { ResultOf } from '@tradewind/contract/call.ts';
import { explainStock, type StockCondition, type StockFigure } from '@tradewind/contract/stock.ts';
import { Button, DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { DateTime } from '../../components/figures.tsx';
import { formatNumber } from '../../components/format.ts';
import { PageDrawer } from '../../components/page-drawer.tsx';
import { PageError } from '../../components/page-error.tsx';
import type { Column } from '../../components/table/columns.ts';
import { PlainTable } from '../../components/table/plain-table.tsx';
import { Actor, MovementDocument, Signed } from './cells.tsx';

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

interface ExplainStockProps {
  of: Explained;
  figure: StockFigure;
  onClose: () => void;
}

/** A figure of the stock list, opened to the movements and orders that make it. */
export function ExplainStock({ of, figure, onClose }: ExplainStockProps): ReactNode {
  const { t } = useTranslation('stock');
  const [day, setDay] = useState<Dayjs | null>(null);
  const asOf = day?.format('YYYY-MM-DD');
  const { sku, where, ...about } = of;
  const isPlace = of.locationId !== undefined || of.batchId !== undefined || of.condition !== undefined;
  const ask: Ask = { ...about, figure, ...(asOf ? { asOf } : {}) };
  const told = useCall(explainStock, ask);
  return (
    <PageDrawer open size={860} title={t('explain.title', { sku, figure: t(`figure.${figure}`) })} onClose={onClose}>
      <div className="tw-explain-head">
        <strong>{told.data ? formatNumber(told.data.value) : '…'}</strong>
        <span>
          {where} · {t(isPlace ? 'figureHint.place' : `figureHint.${figure}`)}
        </span>
        <span className="tw-grow" />
        <span className="tw-muted">{t('explain.asOf')}</span>
        <DatePicker
          value={day}
          placeholder={t('explain.now')}
          aria-label={t('explain.asOf')}
          onChange={setDay}
          disabledDate={(date) => date.isAfter(undefined, 'day')}
        />
      </div>
      {told.isError ? (
        <PageError error={told.error} onRetry={() => void told.refetch()} />
      ) : (
        <>
          {told.data && told.data.reservations.length > 0 && <Reservations rows={told.data.reservations} />}
          <h3 className="tw-section">{t('explain.movements')}</h3>
          <Movements key={asOf ?? ''} ask={ask} first={told.data} />
        </>
      )}
    </PageDrawer>
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

interface Ask extends Omit<Explained, 'sku' | 'where'> {
  figure: StockFigure;
  asOf?: string;
}

/** The parts of a long history follow one another; each is asked for once. */
function Movements({ ask, first }: { ask: Ask; first: Told | undefined }): ReactNode {
  const { t } = useTranslation('stock');
  const [before, setBefore] = useState<number[]>([]);
  const columns = useMovementColumns();
  if (!first) return <MovementTable columns={columns} rows={[]} loading />;
  return (
    <>
      <MovementTable columns={columns} rows={first.movements} />
      {before.map((id, i) => (
        <Part key={id} ask={ask} before={id} columns={columns} last={i === before.length - 1} onMore={setMore} />
      ))}
      {first.next !== null && before.length === 0 && (
        <div className="tw-more">
          <Button onClick={() => setMore(first.next)}>{t('explain.more')}</Button>
        </div>
      )}
      {first.next === null && first.movements.length > 0 && <p className="tw-muted tw-more">{t('explain.begin')}</p>}
    </>
  );
  function setMore(next: number | null) {
    if (next !== null) setBefore((known) => [...known, next]);
  }
}

interface PartProps {
  ask: Ask;
  before: number;
  columns: Column<Movement>[];
  last: boolean;
  onMore: (next: number | null) => void;
}

function Part({ ask, before, columns, last, onMore }: PartProps): ReactNode {
  const { t } = useTranslation('stock');
  const told = useCall(explainStock, { ...ask, before });
  if (told.isError) return <PageError error={told.error} onRetry={() => void told.refetch()} />;
  const next = told.data?.next ?? null;
  return (
    <>
      <MovementTable columns={columns} rows={told.data?.movements ?? []} loading={told.isPending} />
      {last && told.data && (
        <div className="tw-more">
          {next === null ? (
            <span className="tw-muted">{t('explain.begin')}</span>
          ) : (
            <Button onClick={() => onMore(next)}>{t('explain.more')}</Button>
          )}
        </div>
      )}
    </>
  );
}

function MovementTable(props: { columns: Column<Movement>[]; rows: Movement[]; loading?: boolean }): ReactNode {
  const { t } = useTranslation('stock');
  return (
    <PlainTable
      cards
      label={t('explain.movements')}
      columns={props.columns}
      rows={props.rows}
      keyOf={(row) => row.id}
      skeleton={props.loading ? 6 : 0}
      empty={<EmptyState title={t('explain.none')} />}
    />
  );
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
