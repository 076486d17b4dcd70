import type { PickStop } from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { PlainTable } from '../../../components/table/plain-table.tsx';
import { nameOf } from '../names.ts';
import { ProductNames } from '../product-names.tsx';

const TONES: Record<PickStop['state'], Tone> = { open: 'warn', done: 'good', short: 'bad', cancelled: 'muted' };

/** Stops in the order in which they are walked. */
export function StopTable({ rows }: { rows: PickStop[] }): ReactNode {
  const { t } = useTranslation('warehouse');
  const columns = useMemo<Column<PickStop>[]>(
    () => [
      {
        key: 'location',
        title: t('stop.location'),
        width: 130,
        card: 'title',
        render: (row) => <strong className="tw-figure">{row.locationCode}</strong>,
      },
      {
        key: 'sku',
        title: t('line.product'),
        width: 240,
        card: 'line',
        render: (row) => <ProductNames sku={row.sku} name={nameOf(row)} />,
      },
      {
        key: 'quantity',
        title: t('stop.quantity'),
        width: 80,
        align: 'right',
        render: (row) => `${row.picked} / ${row.quantity}`,
      },
      { key: 'slot', title: t('wave.slot'), width: 60, align: 'right', render: (row) => row.slot ?? '' },
      {
        key: 'state',
        title: t('stop.stateTitle'),
        width: 170,
        card: 'state',
        render: (row) => (
          <>
            <StatusTag tone={TONES[row.state]}>{t(`stop.state.${row.state}`)}</StatusTag>
            {row.stopReason && <small className="tw-bad"> {t(`outbound.stoppedTag.${row.stopReason}`)}</small>}
          </>
        ),
      },
      { key: 'by', title: t('stop.by'), width: 120, render: (row) => row.pickedBy ?? '' },
    ],
    [t],
  );
  return (
    <PlainTable
      cards
      label={t('stop.title')}
      columns={columns}
      rows={rows}
      keyOf={(row) => row.id}
      skeleton={0}
      empty={null}
    />
  );
}
