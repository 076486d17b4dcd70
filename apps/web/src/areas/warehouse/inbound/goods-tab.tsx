import type { InboundDetail, InboundLine } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Quantity } from '../../../components/figures.tsx';
import { ParcelTraces } from '../../../components/parcel-traces.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';

export function GoodsTab({ one }: { one: InboundDetail }): ReactNode {
  const { t } = useTranslation('warehouse');
  const columns: Column<InboundLine>[] = [
    col.product('sku', t('inbound.product'), { width: 250, narrow: 145 }),
    ...(['expected', 'received', 'damaged', 'putAway'] as const).map(
      (key): Column<InboundLine> => col.qty(key, t(`inbound.line.${key}`), { width: 84 }),
    ),
    col.status('difference', t('inbound.line.difference'), (row) => <Difference row={row} />),
  ];
  return (
    <>
      <About one={one} />
      {(one.parcels.length > 1 || one.parcels.some((parcel) => parcel.steps.length > 0)) && (
        <>
          <h3 className="tw-section-title">{t('inbound.parcels')}</h3>
          <ParcelTraces parcels={one.parcels} />
        </>
      )}
      <LineTable label={t('inbound.lines')} columns={columns} rows={one.lines} />
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
