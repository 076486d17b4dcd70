import { type ForecastPlace, type PastAdvice, productForecast } from '@tradewind/contract/procurement.ts';
import { Skeleton } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { Chart, type ChartOption } from '../../components/chart.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { formatNumber, formatPercent } from '../../components/format.ts';
import { PageError } from '../../components/page-error.tsx';
import { col } from '../../components/table/col.tsx';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';

const NEXT = [30, 60, 90];

/** What a product sold and will sell, when it runs out, and what came of the last advice. */
export function ProductForecast({ productId }: { productId: number }): ReactNode {
  const { t } = useTranslation('catalog');
  const query = useCall(productForecast, { productId });
  if (query.error) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const { days, places, past } = query.data;
  if (places.length === 0) return <EmptyState title={t('forecast.none')} hint={t('forecast.noneHint')} />;
  return (
    <>
      <Demand days={days} />
      <Places places={places} />
      {places.map((place) => (
        <Why key={place.warehouseId} place={place} named={places.length > 1} />
      ))}
      <h3 className="tw-section-title">{t('forecast.past')}</h3>
      <Past rows={past} />
    </>
  );
}

interface Day {
  day: string;
  units: number | null;
  foreseen: number | null;
}

function Demand({ days }: { days: readonly Day[] }): ReactNode {
  const { t } = useTranslation('catalog');
  const columns = useMemo<Column<Day>[]>(
    () => [
      col.code('day', t('forecast.day'), { width: 120 }),
      col.qty('units', t('forecast.units'), { width: 100 }),
      col.qty('foreseen', t('forecast.foreseen'), { width: 100 }),
    ],
    [t],
  );
  const option = useMemo<ChartOption>(
    () => ({
      legend: {},
      xAxis: { type: 'category', data: days.map(({ day }) => day.slice(5)) },
      yAxis: { type: 'value', minInterval: 1 },
      series: [
        { type: 'bar', name: t('forecast.units'), data: days.map(({ units }) => units) },
        {
          ...{ type: 'line', name: t('forecast.foreseen'), symbol: 'none', step: 'end' },
          data: days.map(({ foreseen }) => foreseen),
        },
      ],
    }),
    [days, t],
  );
  return <Chart title={t('forecast.chart')} option={option} rows={days} columns={columns} height={220} />;
}

function Places({ places }: { places: readonly ForecastPlace[] }): ReactNode {
  const { t } = useTranslation('catalog');
  const columns: Column<ForecastPlace>[] = [
    col.text('warehouse', t('forecast.warehouse'), { of: 'warehouseName', width: 120, card: 'title' }),
    col.qty('perDay', t('forecast.perDay'), {
      of: (row: ForecastPlace) => Math.round(row.perDay * 100) / 100,
      width: 90,
    }),
    ...NEXT.map((days, at) =>
      col.qty<ForecastPlace>(`next${days}`, t('forecast.next', { days }), {
        of: (row) => row.next[at] ?? 0,
        width: 90,
      }),
    ),
    col.qty('available', t('forecast.available'), { width: 90 }),
    col.qty('incoming', t('forecast.incoming'), { width: 80 }),
    col.code('runOutOn', t('forecast.runOutOn'), { width: 110 }),
    col.text('quantity', t('forecast.advice'), {
      of: (row: ForecastPlace) => (row.quantity > 0 ? formatNumber(row.quantity) : t(`forecast.reasons.${row.reason}`)),
      width: 110,
      align: 'right',
    }),
  ];
  return <LineTable label={t('forecast.title')} columns={columns} rows={places} keyOf={(row) => row.warehouseId} />;
}

/** The chosen model, and what each candidate would have cost beside the weighted sales. */
function Why({ place, named }: { place: ForecastPlace; named: boolean }): ReactNode {
  const { t } = useTranslation('catalog');
  const { model, candidates, origins } = place;
  const plain = candidates.find((one) => one.model === 'windows')?.loss ?? 0;
  const parts = candidates
    .toSorted((a, b) => a.loss - b.loss)
    .map(
      (one) =>
        `${t(`forecast.models.${one.model}`)} ${plain > 0 ? formatPercent(one.loss / plain) : formatNumber(one.loss)}`,
    )
    .join(' · ');
  const why =
    candidates.length < 2
      ? t('forecast.tooNew')
      : t(model === 'windows' ? 'forecast.stays' : 'forecast.why', { count: origins, parts });
  return (
    <p>
      <strong>
        {named ? `${place.warehouseName} · ` : ''}
        {t('forecast.model')}: {t(`forecast.models.${model}`)}
      </strong>
      <br />
      <span className="tw-muted">{why}</span>
    </p>
  );
}

function Past({ rows }: { rows: readonly PastAdvice[] }): ReactNode {
  const { t } = useTranslation('catalog');
  const columns: Column<PastAdvice>[] = [
    col.code('day', t('forecast.day'), { width: 110, card: 'title' }),
    col.text('warehouse', t('forecast.warehouse'), { of: 'warehouseName', width: 110 }),
    col.qty('quantity', t('forecast.advice'), { width: 100 }),
    col.qty('decided', t('forecast.decided'), { width: 90 }),
    col.qty('foreseen', t('forecast.spanForeseen'), { of: (row: PastAdvice) => Math.round(row.foreseen), width: 110 }),
    col.text('sold', t('forecast.sold'), {
      of: (row: PastAdvice) => (row.sold === null ? t('forecast.running') : formatNumber(row.sold)),
      width: 110,
      align: 'right',
    }),
    col.qty('emptyDays', t('forecast.emptyDays'), { width: 100 }),
  ];
  return (
    <LineTable
      label={t('forecast.past')}
      columns={columns}
      rows={rows}
      empty={<EmptyState title={t('forecast.noPast')} />}
    />
  );
}
