import type { CountLine, CountPlace } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Money } from '../../../components/figures.tsx';
import { productName } from '../../../components/product-name.ts';
import { ProductNames } from '../../../components/product-names.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { useUser } from '../../../shell/session.ts';

const signed = (value: number | null) => (value === null ? '' : value > 0 ? `+${value}` : String(value));

export function CountLines(props: {
  label: string;
  rows: readonly CountLine[];
  empty: string;
  rounds?: boolean;
}): ReactNode {
  const { t } = useTranslation('warehouse');
  const { baseCurrency } = useUser();
  const goods = (row: CountLine) =>
    [productName(row), row.batchCode, row.condition === 'good' ? '' : t(`location.conditions.${row.condition}`)]
      .filter(Boolean)
      .join(' · ');
  const columns: Column<CountLine>[] = [
    col.code('location', t('count.location'), { of: 'locationCode', width: 115, card: 'title' }),
    {
      key: 'product',
      title: t('count.product'),
      width: 185,
      render: (row) => <ProductNames of={row} name={goods(row)} />,
    },
    col.text('expected', t('count.expected'), { width: 64, align: 'right' }),
    col.text('counted', t('count.counted'), { width: 84, align: 'right' }),
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
    col.text('counter', t('count.counter'), { of: 'actor', width: 110 }),
  ];
  return (
    <LineTable label={props.label} columns={columns} rows={props.rows} empty={<EmptyState title={props.empty} />} />
  );
}

export function PlaceTable({ rows }: { rows: readonly CountPlace[] }): ReactNode {
  const { t } = useTranslation('warehouse');
  const columns: Column<CountPlace>[] = [
    col.code('code', t('count.location'), { width: 160, card: 'title' }),
    col.status(
      'state',
      t('count.stateTitle'),
      (row) => (
        <StatusTag tone={row.again ? 'warn' : row.round > 0 ? 'good' : 'muted'}>
          {row.again ? t('count.again') : row.round === 0 ? t('count.notYet') : t('count.round', { round: row.round })}
        </StatusTag>
      ),
      { width: 130 },
    ),
    col.text('counter', t('count.counter'), { of: 'actor', width: 140 }),
    col.time('at', t('count.at'), { of: 'countedAt' }),
  ];
  return <LineTable label={t('count.tab.places')} columns={columns} rows={rows} keyOf={(row) => row.locationId} />;
}
