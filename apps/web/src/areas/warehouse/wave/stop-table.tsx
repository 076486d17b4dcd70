import type { PickStop } from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ProductNames } from '../../../components/product-names.tsx';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';

const TONES: Record<PickStop['state'], Tone> = { open: 'warn', done: 'good', short: 'bad', cancelled: 'muted' };

/** Pick tasks in walking order. */
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
        render: (row) => <ProductNames of={row} />,
      },
      {
        key: 'quantity',
        title: t('stop.quantity'),
        width: 80,
        align: 'right',
        render: (row) => `${row.picked} / ${row.quantity}`,
      },
      col.text('slot', t('wave.slot'), { width: 60, align: 'right' }),
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
      col.text('by', t('stop.by'), { of: 'pickedBy', width: 120 }),
    ],
    [t],
  );
  return <LineTable label={t('stop.title')} columns={columns} rows={rows} />;
}
