import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { deleteExchangeRate, listExchangeRates, listRateHistory } from '@tradewind/contract/settings.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { Chart, type ChartOption } from '../../components/chart.tsx';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { currencyName } from '../../components/currencies.ts';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import type { Column, DetailTools } from '../../components/list-page.tsx';
import { LineTable } from '../../components/table/line-table.tsx';
import { Rate, Since } from './rate.tsx';

type Dated = ResultOf<typeof listRateHistory>['rows'][number];

interface RateDrawerProps {
  currency: string;
  baseCurrency: string;
  today: string;
  tools: DetailTools;
  onSet: () => void;
}

export function RateDrawer({ currency, baseCurrency, today, tools, onSet }: RateDrawerProps): ReactNode {
  const { t } = useTranslation('settings');
  const may = useMay();
  const history = useCall(listRateHistory, { currency, page: 1, pageSize: 200 });
  const rows = history.data?.rows ?? [];
  const mayEdit = may(rights.exchangeRate.edit);
  const only = rows.length === 1;
  const columns = useMemo<Column<Dated>[]>(
    () => [
      { key: 'onDay', title: t('since'), width: 150, render: (row) => <Since rate={row} /> },
      {
        key: 'toBase',
        title: t('value'),
        width: 160,
        align: 'right',
        render: (row) => <Rate value={row.toBase} unit={baseCurrency} />,
      },
      { key: 'source', title: t('source'), width: 110, render: (row) => t(row.source) },
      ...(mayEdit
        ? [{ key: 'delete', title: '', width: 110, render: (row: Dated) => <Remove rate={row} only={only} /> }]
        : []),
    ],
    [t, baseCurrency, mayEdit, only],
  );
  return (
    <DetailDrawer
      {...tools}
      size={640}
      title={currency}
      subtitle={currencyName(currency)}
      query={history}
      actions={
        mayEdit && (
          <Button type="primary" onClick={onSet}>
            {t('set')}
          </Button>
        )
      }
    >
      {rows.length > 1 && (
        <Course rows={rows} today={today} currency={currency} baseCurrency={baseCurrency} columns={columns} />
      )}
      <h3 style={{ margin: '16px 0 4px' }}>{t('history')}</h3>
      <LineTable cards={false} label={t('history')} columns={columns} rows={rows} keyOf={(row) => row.onDay} />
    </DetailDrawer>
  );
}

/** A rate applies until the next one, so the line runs in steps, up to today. */
function Course({
  rows,
  today,
  currency,
  baseCurrency,
  columns,
}: {
  rows: readonly Dated[];
  today: string;
  currency: string;
  baseCurrency: string;
  columns: readonly Column<Dated>[];
}): ReactNode {
  const { t } = useTranslation('settings');
  const option = useMemo<ChartOption>(() => {
    const entered = rows.filter((row) => row.source !== 'initial').toReversed();
    const last = entered.at(-1);
    const points = entered.map((row) => [row.onDay, Number(row.toBase)]);
    if (last && last.onDay < today) points.push([today, Number(last.toBase)]);
    return {
      grid: { left: 8, right: 16, top: 16, bottom: 8, containLabel: true },
      legend: { show: false },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'time' },
      yAxis: { type: 'value', scale: true },
      series: [{ type: 'line', step: 'end', name: `${currency}/${baseCurrency}`, data: points, symbolSize: 6 }],
    };
  }, [rows, today, currency, baseCurrency]);
  return (
    <Chart
      title={t('chart')}
      option={option}
      rows={rows}
      columns={columns.filter((c) => c.key !== 'delete')}
      height={200}
    />
  );
}

function Remove({ rate, only }: { rate: Dated; only: boolean }): ReactNode {
  const { t } = useTranslation('settings');
  const remove = useAct(deleteExchangeRate, { refresh: [listExchangeRates, listRateHistory], success: t('deleted') });
  const { currency, onDay } = rate;
  return (
    <ConfirmDanger
      type="link"
      size="small"
      title={t('deleteTitle', { currency, day: onDay })}
      consequence={t('deleteText')}
      verb={t('action.delete')}
      reason={only ? t('lastReason') : undefined}
      onConfirm={() => remove.mutateAsync({ currency, onDay })}
    />
  );
}
