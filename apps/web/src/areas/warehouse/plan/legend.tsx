import type { FloorBay } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { formatNumber } from '../../../components/format.ts';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { type AreaSum, type Colouring, type HeatSteps, SHADES, shadeOf, sumsOf } from './floor-model.ts';

interface LegendProps {
  bays: readonly FloorBay[];
  colouring: Colouring;
  heat: HeatSteps;
}

/** The meaning of the colours with the number of locations of each, and the figures as a table. */
export function Legend({ bays, colouring, heat }: LegendProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const counts = new Map<string, number>();
  for (const level of bays.flatMap((bay) => bay.levels)) {
    const shade = shadeOf(level, colouring, heat);
    counts.set(shade, (counts.get(shade) ?? 0) + 1);
  }
  return (
    <div className="tw-plan-legend">
      <ul aria-label={t(`plan.colour.${colouring}`)}>
        {SHADES[colouring].map((shade) => (
          <li key={shade}>
            <svg width="14" height="14" aria-hidden>
              <rect data-shade={shade} width="14" height="14" />
            </svg>
            {shade.startsWith('heat')
              ? t('plan.upTo', { count: heat[Number(shade.slice(4)) - 1] ?? 0 })
              : t(`plan.shade.${colouring}.${shade}`)}
            <span className="tw-muted">{formatNumber(counts.get(shade) ?? 0)}</span>
          </li>
        ))}
      </ul>
      <details>
        <summary>{t('plan.table')}</summary>
        <Sums rows={sumsOf(bays)} />
      </details>
    </div>
  );
}

function Sums({ rows }: { rows: readonly AreaSum[] }): ReactNode {
  const { t } = useTranslation('warehouse');
  const figure = (key: 'locations' | 'units' | 'capacity' | 'picks', title: string): Column<AreaSum> =>
    col.qty(key, title, { width: 110 });
  const columns: Column<AreaSum>[] = [
    col.text('area', t('location.area'), { width: 90 }),
    figure('locations', t('house.locations')),
    figure('units', t('location.units')),
    figure('capacity', t('location.capacity')),
    {
      key: 'fill',
      title: t('plan.fill'),
      width: 90,
      align: 'right',
      render: (row) => (row.capacity > 0 ? `${Math.round((row.held / row.capacity) * 100)}%` : ''),
    },
    figure('picks', t('plan.picks')),
  ];
  return (
    <LineTable
      label={t('plan.table')}
      columns={columns}
      rows={rows}
      keyOf={(row) => row.area}
      empty={<EmptyState title={t('location.empty')} />}
    />
  );
}
