import { rights } from '@tradewind/contract/access/modules.ts';
import type { MenuItem } from '@tradewind/contract/access.ts';
import type { Call, InputOf } from '@tradewind/contract/call.ts';
import {
  explainProfit,
  type Figures,
  type LedgerLine,
  orderProfit,
  PROFIT_FIGURES,
  type ProfitFigure,
} from '@tradewind/contract/finance.ts';
import { Skeleton } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Explain } from '../../../components/explain.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Money, None } from '../../../components/figures.tsx';
import { formatMoney, formatNumber } from '../../../components/format.ts';
import { PageError } from '../../../components/page-error.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { useSession } from '../../../shell/session.ts';
import type { Order } from './order.ts';

const MINUS: readonly string[] = ['discount', 'platformFee', 'goodsCost', 'labelCost', 'refund'];

/** The order's profit, each figure with its ledger entries. */
export function MoneyTab({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const found = useCall(orderProfit, { orderId: order.id });
  const columns = useLedgerColumns(found.data?.currency ?? '');
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  if (found.isPending) return <Skeleton active />;
  const { figures, feeState, currency, lines, again } = found.data;
  if (!figures) return <EmptyState title={t('money.none')} hint={t('money.noneHint')} />;
  return (
    <>
      <Breakdown order={order} figures={figures} currency={currency} columns={columns} />
      {again !== null && again.orders > 0 && (
        <section className="tw-made-cost" title={t('make.costHint')}>
          <h3>{t('make.cost', { count: again.orders })}</h3>
          <Facts
            items={[
              [t('money.figure.goodsCost'), <Money key="goods" amount={again.goodsCost} currency={currency} />],
              [t('money.figure.labelCost'), <Money key="label" amount={again.labelCost} currency={currency} />],
            ]}
          />
        </section>
      )}
      {feeState !== 'none' && (
        <p>
          <StatusTag tone={feeState === 'settled' ? 'good' : 'muted'}>{t(`money.fee.${feeState}`)}</StatusTag>
        </p>
      )}
      <h3>{t('money.entries')}</h3>
      <LineTable
        cards={false}
        label={t('money.entries')}
        columns={columns}
        rows={lines}
        keyOf={(_line, index) => index}
      />
    </>
  );
}

interface BreakdownProps {
  order: Order;
  figures: Figures;
  currency: string;
  columns: Column<LedgerLine>[];
}

function Breakdown({ order, figures, currency, columns }: BreakdownProps): ReactNode {
  const { t } = useTranslation('orders');
  const opens = useMaySee(rights.orderProfit.id);
  const one = (figure: ProfitFigure | 'profit') => {
    const amount = figures[figure];
    if (amount === null) return <span className="tw-muted">{t('money.hidden')}</span>;
    if (Number(amount) === 0) return <None />;
    const shown = <Money amount={amount} currency={currency} signed={figure === 'profit'} />;
    if (!opens) return shown;
    const input: InputOf<typeof explainProfit> = { figure, orderId: order.id, pageSize: 200 };
    return (
      <Explain<Call & typeof explainProfit>
        title={`${t(`money.figure.${figure}`)} · ${order.displayNo}`}
        call={explainProfit}
        input={input}
        columns={columns}
      >
        {shown}
      </Explain>
    );
  };
  return (
    <dl className="tw-order-money">
      {PROFIT_FIGURES.map((figure) => (
        <div key={figure}>
          <dt>
            <span className="tw-muted">{MINUS.includes(figure) ? '−' : '+'}</span> {t(`money.figure.${figure}`)}
          </dt>
          <dd>{one(figure)}</dd>
        </div>
      ))}
      <div data-sum="">
        <dt>
          <span className="tw-muted">=</span> {t('money.figure.profit')}
          {figures.margin !== null && <small className="tw-muted"> {formatNumber(figures.margin)} %</small>}
        </dt>
        <dd>{one('profit')}</dd>
      </div>
    </dl>
  );
}

function useMaySee(moduleId: number): boolean {
  const menu = useSession()?.menu ?? [];
  const has = (items: readonly MenuItem[]): boolean =>
    items.some((item) => (item.id === moduleId && item.checked === 'Y') || has(item.children));
  return has(menu);
}

function useLedgerColumns(currency: string): Column<LedgerLine>[] {
  const { t } = useTranslation('orders');
  return useMemo(
    () => [
      col.code('day', t('money.day'), { of: 'onDay', width: 100 }),
      col.text('text', t('money.entry'), { width: 180, card: 'title' }),
      col.text('account', t('money.account'), { of: 'accountName', width: 170 }),
      col.money('amount', t('money.amount'), { currency: 'currency', width: 120 }),
      {
        key: 'rate',
        title: t('money.rate'),
        width: 70,
        align: 'right',
        render: (line) => <span className="tw-muted">{formatNumber(line.rate)}</span>,
      },
      col.code('base', currency, {
        of: (line) => formatMoney(line.baseAmount, currency),
        width: 110,
        align: 'right',
        card: 'state',
      }),
    ],
    [t, currency],
  );
}
