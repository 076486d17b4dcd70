import { ReloadOutlined } from '@ant-design/icons';
import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  cancelSourcing,
  followSourcing,
  type PurchaseDetail,
  paySourcing,
  releaseSourcing,
  type SourcingOrderRow,
  type SourcingTradeRow,
  sourcingOfPurchase,
} from '@tradewind/contract/procurement.ts';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import type { Column } from '../../../components/list-page.tsx';
import { ParcelTraces } from '../../../components/parcel-traces.tsx';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';
import { CHANGED } from '../purchase/changed.ts';
import '../procurement.css';

const REFRESH = [...CHANGED, sourcingOfPurchase];
const CURRENCY = 'CNY';
const ORDER_TONES: Record<SourcingOrderRow['state'], Tone> = {
  placing: 'info',
  unclear: 'bad',
  placed: 'good',
  refused: 'bad',
  released: 'muted',
  ended: 'muted',
};
const TRADE_TONES: Record<SourcingTradeRow['state'], Tone> = {
  unpaid: 'warn',
  paid: 'info',
  dispatched: 'info',
  delivered: 'good',
  done: 'good',
  cancelled: 'muted',
  unknown: 'warn',
};

/** What was placed on 1688 for an order, and what became of it there. */
export function SourcingTab({
  order,
  data,
}: {
  order: PurchaseDetail;
  data: ResultOf<typeof sourcingOfPurchase>;
}): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const follow = useAct(followSourcing, { refresh: [sourcingOfPurchase], success: t('sourcing.refreshed') });
  const pay = useAct(paySourcing, { onDone: ({ url }) => window.open(url, '_blank', 'noopener') });
  if (data.rows.length === 0) return <EmptyState title={t('sourcing.none')} />;
  const trades = data.rows.flatMap((row) => row.trades);
  const unpaid = trades.some((trade) => trade.state === 'unpaid');
  return (
    <>
      <div className="tw-money-bar">
        {unpaid && may(paySourcing) && (
          <ActionButton type="primary" loading={pay.isPending} onClick={() => pay.mutate({ id: order.id })}>
            {t('sourcing.pay')}
          </ActionButton>
        )}
        {trades.length > 0 && may(followSourcing) && (
          <ActionButton
            icon={<ReloadOutlined />}
            loading={follow.isPending}
            onClick={() => follow.mutate({ id: order.id, idempotencyKey: crypto.randomUUID() })}
          >
            {t('sourcing.refresh')}
          </ActionButton>
        )}
      </div>
      {data.rows.map((row) => (
        <Placement key={row.id} row={row} />
      ))}
    </>
  );
}

function Placement({ row }: { row: SourcingOrderRow }): ReactNode {
  const { t } = useTranslation('procurement');
  return (
    <section className="tw-sourcing">
      <header>
        <StatusTag tone={ORDER_TONES[row.state]}>{t(`sourcing.state.${row.state}`)}</StatusTag>
        <span className="tw-muted">
          {row.placedBy} · <DateTime at={row.createdAt} />
        </span>
      </header>
      {row.error && row.state !== 'unclear' && (
        <Alert type={row.state === 'refused' ? 'error' : 'warning'} showIcon title={row.error} />
      )}
      {row.state === 'unclear' && <Unclear row={row} />}
      {row.state === 'placed' && (
        <Facts
          columns={2}
          items={[
            [t('sourcing.address'), row.address],
            ...(row.difference === null
              ? []
              : [
                  [t('sourcing.difference'), <Money key="d" amount={row.difference} currency={CURRENCY} />] as [
                    string,
                    ReactNode,
                  ],
                ]),
          ]}
        />
      )}
      {row.trades.map((trade) => (
        <Trade key={trade.id} trade={trade} />
      ))}
    </section>
  );
}

function Unclear({ row }: { row: SourcingOrderRow }): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const release = useAct(releaseSourcing, {
    refresh: REFRESH,
    onDone: ({ found }) => toast.success(t(found ? 'sourcing.releaseFound' : 'sourcing.released')),
  });
  return (
    <Alert
      type="error"
      showIcon
      title={t('sourcing.unclearText')}
      action={
        may(releaseSourcing) && (
          <ActionButton
            loading={release.isPending}
            onClick={() => release.mutate({ id: row.id, idempotencyKey: crypto.randomUUID() })}
          >
            {t('sourcing.release')}
          </ActionButton>
        )
      }
    />
  );
}

function Trade({ trade }: { trade: SourcingTradeRow }): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const cancel = useAct(cancelSourcing, { refresh: REFRESH, success: t('sourcing.cancelled') });
  const money = (amount: string | null): ReactNode =>
    amount && <Money key={amount} amount={amount} currency={CURRENCY} />;
  const facts: [string, ReactNode][] = [
    [t('sourcing.total'), money(trade.total)],
    [t('sourcing.freight'), money(trade.freight)],
    ...(Number(trade.refunded ?? 0) === 0
      ? []
      : [[t('sourcing.refunded'), money(trade.refunded)] as [string, ReactNode]]),
    ...(trade.state === 'unpaid'
      ? [[t('sourcing.payBefore'), trade.payBefore && <DateTime key="b" at={trade.payBefore} />] as [string, ReactNode]]
      : [[t('sourcing.paidAt'), trade.paidAt && <DateTime key="p" at={trade.paidAt} />] as [string, ReactNode]]),
    ...(trade.closeReason ? [[t('sourcing.closeReason'), trade.closeReason] as [string, ReactNode]] : []),
    [t('sourcing.readAt'), trade.readAt && <DateTime key="r" at={trade.readAt} />],
  ];
  return (
    <div className="tw-sourcing-trade">
      <header>
        <strong className="tw-figure">{trade.orderNo}</strong>
        <StatusTag tone={TRADE_TONES[trade.state]}>{t(`sourcing.trade.${trade.state}`)}</StatusTag>
        {trade.state === 'unpaid' && may(cancelSourcing) && (
          <ConfirmDanger
            type="text"
            size="small"
            title={t('sourcing.cancelTitle', { order: trade.orderNo })}
            consequence={t('sourcing.cancelText')}
            verb={t('sourcing.cancel')}
            onConfirm={() => cancel.mutateAsync({ tradeId: trade.id, idempotencyKey: crypto.randomUUID() })}
          />
        )}
      </header>
      {trade.error && <Alert type="warning" showIcon title={trade.error} />}
      <Facts columns={3} items={facts} />
      {trade.lines.length > 0 && <Goods trade={trade} />}
      {trade.state !== 'unpaid' &&
        trade.state !== 'cancelled' &&
        (trade.parcels.length === 0 ? (
          <p className="tw-muted">{t('sourcing.noParcels')}</p>
        ) : (
          <ParcelTraces parcels={trade.parcels} />
        ))}
    </div>
  );
}

function Goods({ trade }: { trade: SourcingTradeRow }): ReactNode {
  const { t } = useTranslation('procurement');
  type Line = SourcingTradeRow['lines'][number];
  const columns: Column<Line>[] = [
    col.text('name', t('sourcing.goodsName'), { width: 300 }),
    col.text('quantity', t('sourcing.quantity'), {
      of: (line: Line) => String(Number(line.quantity)),
      width: 90,
      align: 'right',
    }),
    col.money('price', t('sourcing.price'), { currency: () => CURRENCY, width: 120 }),
    col.money('amount', t('sourcing.amount'), { currency: () => CURRENCY, width: 120 }),
  ];
  return (
    <LineTable
      label={t('sourcing.goodsOf')}
      columns={columns}
      rows={trade.lines}
      keyOf={(line) => `${line.offerId}/${line.specId}`}
    />
  );
}
