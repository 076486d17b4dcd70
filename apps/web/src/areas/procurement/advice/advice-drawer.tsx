import {
  type AdviceDetail as Advice,
  adviceTabs,
  decideAdvice,
  getAdvice,
  listAdvice,
  recomputeAdvice,
} from '@tradewind/contract/procurement.ts';
import { Alert, Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { Chart, type ChartOption } from '../../../components/chart.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { formatInstant, formatNumber } from '../../../components/format.ts';
import type { DetailTools } from '../../../components/list-page.tsx';
import { productName } from '../../../components/product-name.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { useTimeZone } from '../../../shell/session.ts';
import { EchelonPart } from './echelon-part.tsx';
import { FastPart } from './fast-part.tsx';
import { TermTable } from './term-table.tsx';

const CHANGED = [listAdvice, adviceTabs, getAdvice];

/** An advice with every number behind it. */
export function AdviceDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('procurement');
  const query = useCall(getAdvice, { id });
  const [deciding, setDeciding] = useState(false);
  const it = query.data;
  return (
    <>
      <DetailDrawer
        {...tools}
        size={760}
        title={it?.sku ?? ''}
        subtitle={it && `${productName(it)} · ${it.warehouseName}`}
        status={
          it?.urgent ? (
            <StatusTag tone="bad">{t('advice.urgent')}</StatusTag>
          ) : (
            it && <StatusTag tone="info">{t(`advice.reasons.${it.reason}`)}</StatusTag>
          )
        }
        query={query}
        actions={it && <Actions advice={it} onDecide={() => setDeciding(true)} />}
        tabs={
          it && [
            { key: 'terms', label: t('advice.terms.title'), children: <Calculated advice={it} /> },
            { key: 'sales', label: t('advice.sales.title'), children: <Sales advice={it} /> },
            { key: 'supplies', label: t('advice.supplies.title'), children: <Supplies advice={it} /> },
          ]
        }
      />
      {it && deciding && <DecideForm advice={it} onClose={() => setDeciding(false)} />}
    </>
  );
}

function Actions({ advice, onDecide }: { advice: Advice; onDecide: () => void }): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const again = useAct(recomputeAdvice, { refresh: CHANGED, success: t('advice.recomputed') });
  return (
    <>
      {may(decideAdvice) && advice.decided === null && (
        <Button type="primary" onClick={onDecide}>
          {t('advice.decide')}
        </Button>
      )}
      {may(recomputeAdvice) && (
        <ActionButton loading={again.isPending} onClick={() => again.mutate({ productIds: [advice.productId] })}>
          {t('advice.recompute')}
        </ActionButton>
      )}
    </>
  );
}

function DecideForm({ advice, onClose }: { advice: Advice; onClose: () => void }): ReactNode {
  const { t } = useTranslation('procurement');
  return (
    <FormDrawer<typeof decideAdvice, { quantity: number }>
      open
      size={420}
      title={`${t('advice.decide')} ${advice.sku}`}
      call={decideAdvice}
      initial={{ quantity: advice.quantity }}
      toInput={({ quantity }) => ({ lines: [{ id: advice.id, quantity }] })}
      verb={t('advice.decide')}
      success={t('advice.didDecide')}
      refresh={CHANGED}
      onClose={onClose}
      fields={[
        {
          kind: 'number',
          name: 'quantity',
          label: t('advice.decideLine'),
          required: true,
          min: 0,
          help: t('advice.decideHelp', { quantity: formatNumber(advice.quantity) }),
        },
      ]}
    />
  );
}

function Calculated({ advice }: { advice: Advice }): ReactNode {
  const { t } = useTranslation('procurement');
  const zone = useTimeZone();
  return (
    <>
      {advice.decided !== null && (
        <Alert
          type="success"
          showIcon
          style={{ marginBottom: 12 }}
          title={t('advice.decidedBy', {
            name: advice.decidedBy,
            at: formatInstant(advice.decidedAt ?? '', zone).slice(0, 16),
            quantity: formatNumber(advice.decided),
          })}
        />
      )}
      <FastPart advice={advice} />
      <TermTable advice={advice} />
      <EchelonPart advice={advice} />
      {advice.projection.length > 0 && <Projection advice={advice} />}
    </>
  );
}

type Projected = Advice['projection'][number];

function Projection({ advice: { projection } }: { advice: Advice }): ReactNode {
  const { t } = useTranslation('procurement');
  const columns = useMemo<Column<Projected>[]>(
    () => [
      col.code('day', t('advice.projection.day'), { width: 120 }),
      col.qty('stock', t('advice.projection.stock'), { width: 120 }),
      col.qty('withOrder', t('advice.projection.withOrder'), { width: 120 }),
      col.qty('arriving', t('advice.projection.arriving'), { width: 90 }),
    ],
    [t],
  );
  const option = useMemo<ChartOption>(() => {
    const line = (name: string, of: (one: Projected) => number, dashed: boolean) => ({
      ...{ type: 'line' as const, name, step: 'end' as const, symbol: 'none' },
      lineStyle: dashed ? { width: 1.5, type: 'dashed' as const } : { width: 2 },
      data: projection.map(of),
    });
    return {
      legend: {},
      xAxis: { type: 'category', data: projection.map(({ day }) => day.slice(5)) },
      yAxis: { type: 'value', minInterval: 1 },
      series: [
        line(t('advice.projection.withOrder'), (one) => one.withOrder, false),
        line(t('advice.projection.stock'), (one) => one.stock, true),
        {
          ...{ type: 'bar' as const, name: t('advice.projection.arriving'), barWidth: 4 },
          data: projection.map(({ arriving }) => arriving || null),
        },
      ],
    };
  }, [projection, t]);
  return (
    <Chart title={t('advice.projection.title')} option={option} rows={projection} columns={columns} height={240} />
  );
}

type Sold = Advice['sales'][number];

function Sales({ advice: { sales } }: { advice: Advice }): ReactNode {
  const { t } = useTranslation('procurement');
  const columns = useMemo<Column<Sold>[]>(
    () => [
      col.code('day', t('advice.projection.day'), { width: 120 }),
      col.qty('units', t('advice.sales.units'), { width: 100 }),
      col.text('counts', t('advice.sales.counts'), {
        of: (row: Sold) => (row.counts ? t('advice.sales.counts') : t('advice.sales.left')),
        width: 220,
      }),
    ],
    [t],
  );
  const option = useMemo<ChartOption>(() => {
    const bars = (name: string, counts: boolean) => ({
      ...{ type: 'bar' as const, name, stack: 'all' },
      data: sales.map((one) => (one.counts === counts ? one.units : 0)),
    });
    return {
      legend: {},
      xAxis: { type: 'category', data: sales.map(({ day }) => day.slice(5)) },
      yAxis: { type: 'value', minInterval: 1 },
      series: [bars(t('advice.sales.counts'), true), bars(t('advice.sales.left'), false)],
    };
  }, [sales, t]);
  return <Chart title={t('advice.sales.title')} option={option} rows={sales} columns={columns} height={240} />;
}

type Supply = Advice['supplies'][number];

function Supplies({ advice: { supplies } }: { advice: Advice }): ReactNode {
  const { t } = useTranslation('procurement');
  const columns = useMemo<Column<Supply>[]>(
    () => [
      col.own(
        'day',
        t('advice.supplies.day'),
        (row) => (
          <>
            {row.day ?? t('advice.supplies.unknown')}{' '}
            {row.late && <StatusTag tone="bad">{t('advice.supplies.late')}</StatusTag>}
          </>
        ),
        { width: 180, card: 'title' },
      ),
      col.code('number', t('advice.supplies.number'), { width: 180 }),
      col.qty('quantity', t('advice.supplies.quantity')),
    ],
    [t],
  );
  return (
    <LineTable
      label={t('advice.supplies.title')}
      columns={columns}
      rows={supplies}
      keyOf={(_row, index) => index}
      empty={<EmptyState title={t('advice.supplies.none')} />}
    />
  );
}
