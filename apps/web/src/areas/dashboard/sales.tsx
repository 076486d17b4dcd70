import type { ResultOf } from '@tradewind/contract/call.ts';
import { getOmniChannelOrdersAmountChart } from '@tradewind/contract/dashboard.ts';
import { Skeleton } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isLost, useCall } from '../../api/hooks.ts';
import { Chart, type ChartOption } from '../../components/chart.tsx';
import { Quantity } from '../../components/figures.tsx';
import { formatMoney, formatNumber, formatPercent } from '../../components/format.ts';
import type { Column } from '../../components/table/columns.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import { Block } from './block.tsx';
import type { Doors } from './doors.ts';
import { NoSales } from './no-sales.tsx';
import { Unconverted } from './unconverted.tsx';

type Sales = ResultOf<typeof getOmniChannelOrdersAmountChart>;
type Day = Sales['days'][number];
const STALE_MS = 60_000;
const HEIGHT = 252;

/** Sales by day. The table links to the orders of each day. */
export function SalesChart({ doors }: { doors: Doors }): ReactNode {
  const { t } = useTranslation('dashboard');
  const sales = useCall(getOmniChannelOrdersAmountChart, {}, { staleMs: STALE_MS });
  if (!sales.data || sales.data.total.orders === 0) {
    return (
      <Block
        title={t('sales')}
        className="tw-home-sales"
        error={isLost(sales) ? sales.error : null}
        onRetry={() => void sales.refetch()}
      >
        {sales.isPending ? (
          <Skeleton active title={{ width: '40%' }} paragraph={{ rows: 9 }} />
        ) : (
          <NoSales doors={doors} />
        )}
      </Block>
    );
  }
  return <Filled sales={sales.data} doors={doors} />;
}

function Filled({ sales, doors }: { sales: Sales; doors: Doors }): ReactNode {
  const { t } = useTranslation('dashboard');
  const { currency, days, unconverted } = sales;
  const option = useOption(sales);
  const columns = useMemo<Column<Day>[]>(
    () => [
      {
        key: 'day',
        title: t('day'),
        width: 130,
        card: 'title',
        render: ({ day }) => {
          const to = doors.orders({ from: day, to: day });
          return <span className="tw-figure">{to ? <Link to={to}>{day}</Link> : day}</span>;
        },
      },
      {
        key: 'orders',
        title: t('orders'),
        align: 'right',
        width: 90,
        render: (row) => <Quantity value={row.orders} />,
      },
      { key: 'units', title: t('units'), align: 'right', width: 90, render: (row) => <Quantity value={row.units} /> },
      {
        key: 'amount',
        title: t('amountIn', { currency }),
        align: 'right',
        width: 140,
        card: 'state',
        render: (row) => (
          <span className="tw-figure">
            {row.orders === 0 ? <Quantity value={0} /> : formatMoney(row.amount, currency)}
          </span>
        ),
      },
    ],
    [t, doors, currency],
  );
  // Users look for the newest day first.
  const rows = useMemo(() => days.toReversed(), [days]);
  return (
    <section className="tw-panel tw-home-block tw-home-sales" aria-label={t('sales')}>
      <Chart
        title={t('sales')}
        option={option}
        rows={rows}
        columns={columns}
        height={HEIGHT}
        extra={<Totals sales={sales} />}
      />
      <footer className="tw-muted">
        {t('salesHint')} <Unconverted amounts={unconverted} doors={doors} />
      </footer>
    </section>
  );
}

/** The totals of the range, compared with the same number of days before. */
function Totals({ sales: { total, before, currency } }: { sales: Sales }): ReactNode {
  const { t } = useTranslation('dashboard');
  const was = Number(before.amount);
  const change = was > 0 ? Number(total.amount) / was - 1 : undefined;
  return (
    <dl className="tw-home-totals">
      <div>
        <dt>{t('amount')}</dt>
        <dd>
          {formatMoney(total.amount, currency)} <small>{currency}</small>
        </dd>
      </div>
      <div>
        <dt>{t('orders')}</dt>
        <dd>{formatNumber(total.orders)}</dd>
      </div>
      <div>
        <dt>{t('units')}</dt>
        <dd>{formatNumber(total.units)}</dd>
      </div>
      {change !== undefined && (
        <div>
          <dt>{t('before')}</dt>
          <dd
            className={change < 0 ? 'tw-bad' : 'tw-good'}
            title={`${formatMoney(before.amount, currency)} ${currency}`}
          >
            {change < 0 ? '−' : '+'}
            {formatPercent(Math.abs(change))}
          </dd>
        </div>
      )}
    </dl>
  );
}

function useOption({ days, currency }: Sales): ChartOption {
  const { t } = useTranslation('dashboard');
  const narrow = useNarrow();
  return useMemo<ChartOption>(() => {
    const whole = { minInterval: 1, splitNumber: 4 };
    return {
      xAxis: { type: 'category', data: days.map(({ day }) => day.slice(5)) },
      yAxis: [
        { type: 'value', ...whole },
        { type: 'value', ...whole, show: !narrow, splitLine: { show: false } },
      ],
      series: [
        {
          type: 'bar',
          name: t('amountIn', { currency }),
          data: days.map(({ amount }) => Number(amount)),
          itemStyle: { borderRadius: [2, 2, 0, 0] },
          tooltip: { valueFormatter: (value) => formatMoney(String(value), currency) },
        },
        {
          type: 'line',
          name: t('orders'),
          yAxisIndex: 1,
          symbol: 'none',
          lineStyle: { width: 1.5 },
          data: days.map(({ orders }) => orders),
          tooltip: { valueFormatter: (value) => formatNumber(String(value)) },
        },
      ],
    };
  }, [days, currency, t, narrow]);
}
