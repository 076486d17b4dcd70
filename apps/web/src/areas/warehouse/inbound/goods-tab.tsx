import type { InboundDetail, InboundLine } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Quantity } from '../../../components/figures.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { PlainTable } from '../../../components/table/plain-table.tsx';
import { nameOf } from '../names.ts';
import { ProductNames } from '../product-names.tsx';

export function GoodsTab({ one }: { one: InboundDetail }): ReactNode {
  const { t } = useTranslation('warehouse');
  const columns: Column<InboundLine>[] = [
    {
      key: 'sku',
      title: t('inbound.product'),
      width: 250,
      narrow: 145,
      card: 'title',
      render: (row) => <ProductNames sku={row.sku} name={nameOf(row)} />,
    },
    ...(['expected', 'received', 'damaged', 'putAway'] as const).map(
      (key): Column<InboundLine> => ({
        key,
        title: t(`inbound.line.${key}`),
        width: 84,
        align: 'right',
        render: (row) => <Quantity value={row[key]} />,
      }),
    ),
    {
      key: 'difference',
      title: t('inbound.line.difference'),
      width: 120,
      card: 'state',
      render: (row) => <Difference row={row} />,
    },
  ];
  return (
    <>
      <About one={one} />
      <PlainTable
        cards
        label={t('inbound.lines')}
        columns={columns}
        rows={one.lines}
        keyOf={(row) => row.id}
        skeleton={0}
        empty={null}
      />
    </>
  );
}

function Difference({ row }: { row: InboundLine }): ReactNode {
  const { t } = useTranslation('warehouse');
  const { difference } = row;
  if (difference === null && row.received !== row.expected)
    return <span className="tw-muted">{t('inbound.line.open')}</span>;
  if (row.expected === 0) return <StatusTag tone="warn">{t('inbound.line.unannounced')}</StatusTag>;
  if (difference !== null && difference < 0)
    return <StatusTag tone="bad">{t('inbound.line.short', { count: -difference })}</StatusTag>;
  if (difference !== null && difference > 0)
    return <StatusTag tone="warn">{t('inbound.line.over', { count: difference })}</StatusTag>;
  return <StatusTag tone="good">{t('inbound.line.exact')}</StatusTag>;
}

function About({ one }: { one: InboundDetail }): ReactNode {
  const { t } = useTranslation('warehouse');
  const at = (value: string | null) => value && <DateTime at={value} />;
  return (
    <Facts
      columns={3}
      items={[
        [t('house.title'), one.warehouseName],
        [t('inbound.source'), one.sourceNo],
        [t('inbound.reference'), one.reference],
        [t('inbound.tracking'), [one.carrier, one.trackingNumber].filter(Boolean).join(' · ')],
        [t('inbound.expectedOn'), one.expectedOn],
        [t('inbound.progress'), t('inbound.receivedOf', { received: one.unitsReceived, units: one.units })],
        [t('inbound.toPutAway'), <Quantity key="p" value={one.unitsToPutAway} />],
        [t('inbound.checking'), <Quantity key="c" value={one.unitsChecking} />],
        [t('inbound.arrivedAt'), at(one.arrivedAt)],
        ...(one.remark ? [[t('inbound.remark'), one.remark] as [string, ReactNode]] : []),
      ]}
    />
  );
}
