import type { CountLine, CountPlace } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { PlainTable } from '../../../components/table/plain-table.tsx';
import { useUser } from '../../../shell/session.ts';
import { nameOf } from '../names.ts';
import { ProductNames } from '../product-names.tsx';

const signed = (value: number | null) => (value === null ? '' : value > 0 ? `+${value}` : String(value));

export function LineTable(props: {
  label: string;
  rows: readonly CountLine[];
  empty: string;
  rounds?: boolean;
}): ReactNode {
  const { t } = useTranslation('warehouse');
  const { baseCurrency } = useUser();
  const goods = (row: CountLine) =>
    [nameOf(row), row.batchCode, row.condition === 'good' ? '' : t(`location.conditions.${row.condition}`)]
      .filter(Boolean)
      .join(' · ');
  const columns: Column<CountLine>[] = [
    {
      key: 'location',
      title: t('count.location'),
      width: 115,
      card: 'title',
      render: (row) => <span className="tw-figure">{row.locationCode}</span>,
    },
    {
      key: 'product',
      title: t('count.product'),
      width: 185,
      render: (row) => <ProductNames sku={row.sku} name={goods(row)} />,
    },
    { key: 'expected', title: t('count.expected'), width: 64, align: 'right', render: (row) => row.expected ?? '' },
    { key: 'counted', title: t('count.counted'), width: 84, align: 'right', render: (row) => row.counted },
    {
      key: 'difference',
      title: t('count.difference'),
      width: 92,
      align: 'right',
      render: (row) => <b className="tw-figure">{signed(row.difference)}</b>,
    },
    {
      key: 'value',
      title: t('count.value'),
      width: 120,
      align: 'right',
      render: (row) => row.value && <Money amount={row.value} currency={baseCurrency} signed />,
    },
    {
      key: 'outcome',
      title: t('count.outcome'),
      width: 115,
      render: (row) =>
        row.outcome ? (
          <span title={row.reason ?? ''}>
            <StatusTag tone={row.outcome === 'booked' ? 'good' : 'bad'}>{t(`count.outcomes.${row.outcome}`)}</StatusTag>
            {row.reason && <small className="tw-muted tw-clip">{row.reason}</small>}
          </span>
        ) : props.rounds && !row.last ? (
          <span className="tw-muted">{t('count.round', { round: row.round })}</span>
        ) : (
          ''
        ),
    },
    { key: 'counter', title: t('count.counter'), width: 110, render: (row) => row.actor },
  ];
  return (
    <PlainTable
      label={props.label}
      columns={columns}
      rows={[...props.rows]}
      keyOf={(row) => row.id}
      skeleton={0}
      empty={<EmptyState title={props.empty} />}
      cards
    />
  );
}

export function PlaceTable({ rows }: { rows: readonly CountPlace[] }): ReactNode {
  const { t } = useTranslation('warehouse');
  const columns: Column<CountPlace>[] = [
    {
      key: 'code',
      title: t('count.location'),
      width: 160,
      card: 'title',
      render: (row) => <span className="tw-figure">{row.code}</span>,
    },
    {
      key: 'state',
      title: t('count.stateTitle'),
      width: 130,
      card: 'state',
      render: (row) => (
        <StatusTag tone={row.again ? 'warn' : row.round > 0 ? 'good' : 'muted'}>
          {row.again ? t('count.again') : row.round === 0 ? t('count.notYet') : t('count.round', { round: row.round })}
        </StatusTag>
      ),
    },
    { key: 'counter', title: t('count.counter'), width: 140, render: (row) => row.actor ?? '' },
    { key: 'at', title: t('count.at'), width: 150, render: (row) => <DateTime at={row.countedAt} /> },
  ];
  return (
    <PlainTable
      label={t('count.tab.places')}
      columns={columns}
      rows={[...rows]}
      keyOf={(row) => row.locationId}
      skeleton={0}
      empty={null}
      cards
    />
  );
}
