import type { InputOf, ResultOf } from '@tradewind/contract/call.ts';
import { CHANGE_STEPS, explainChange } from '@tradewind/contract/reports.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { Chart, type ChartOption } from '../../components/chart.tsx';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import { Money } from '../../components/figures.tsx';
import { formatMoney } from '../../components/format.ts';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';
import { currentLanguage } from '../../i18n.ts';

type Change = ResultOf<typeof explainChange>;
interface Row {
  key: string;
  title: string;
  amount: string;
  /** Of the whole before or after, not a step. */
  whole?: true;
}

/** Why the profit is another than before: from the one to the other by its causes. */
export function ChangeDrawer({ input, close }: { input: InputOf<typeof explainChange>; close: () => void }): ReactNode {
  const { t } = useTranslation('reports');
  const found = useCall(explainChange, input);
  return (
    <DetailDrawer title={t('change.title')} query={found} close={close} size={760}>
      {found.data && <Bridge change={found.data} />}
    </DetailDrawer>
  );
}

function Bridge({ change }: { change: Change }): ReactNode {
  const { t } = useTranslation('reports');
  const rows = useMemo<Row[]>(() => {
    const word = CHANGE_STEPS;
    const at = currentLanguage() === 'zh' ? 0 : 1;
    return [
      { key: 'before', title: t('change.before'), amount: change.before, whole: true },
      ...change.steps
        .filter(({ amount }) => Number(amount) !== 0)
        .map(({ step, amount }) => ({ key: step, title: word[step][at], amount })),
      { key: 'after', title: t('change.after'), amount: change.after, whole: true },
    ];
  }, [change, t]);
  const columns: Column<Row>[] = [
    {
      key: 'title',
      title: t('change.cause'),
      width: 220,
      card: 'title',
      render: (row) => (row.whole ? <strong>{row.title}</strong> : row.title),
    },
    {
      ...{ key: 'amount', title: t('change.amount'), width: 160, align: 'right' },
      render: (row) => <Money amount={row.amount} currency={change.currency} signed={!row.whole} />,
    },
  ];
  const option = useMemo(() => waterfall(rows, change.currency), [rows, change.currency]);
  return (
    <>
      <p className="tw-muted">{t('change.hint')}</p>
      <Chart title={t('change.title')} option={option} rows={rows} columns={columns} height={280} />
      <LineTable label={t('change.title')} columns={columns} rows={rows} keyOf={(row) => row.key} empty={null} />
    </>
  );
}

/** Each bar begins where the one before ended. */
function waterfall(rows: readonly Row[], currency: string): ChartOption {
  let level = 0;
  const bars = rows.map(({ amount, whole }) => {
    const from = whole ? 0 : level;
    level = whole ? Number(amount) : level + Number(amount);
    return { low: Math.min(from, level), high: Math.max(from, level), amount };
  });
  return {
    legend: { show: false },
    xAxis: {
      type: 'category',
      data: rows.map(({ title }) => title),
      axisLabel: { interval: 0, rotate: rows.length > 7 ? 30 : 0 },
    },
    yAxis: { type: 'value', splitNumber: 4 },
    series: [
      {
        type: 'bar',
        stack: 'step',
        silent: true,
        itemStyle: { color: 'transparent' },
        data: bars.map(({ low }) => low),
        tooltip: { show: false },
      },
      {
        ...{ type: 'bar', stack: 'step' },
        data: bars.map(({ low, high, amount }) => ({ value: high - low, name: amount })),
        label: {
          show: true,
          position: 'top',
          formatter: ({ name, dataIndex }) => formatMoney(bars[dataIndex]?.amount ?? name, currency),
        },
        tooltip: { show: false },
      },
    ],
  };
}
