import type { AdviceDetail as Advice } from '@tradewind/contract/procurement.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../components/format.ts';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';

type Place = NonNullable<Advice['echelon']>['places'][number];
const ends = (all: Place['gets']) =>
  all.map(({ warehouseName, quantity }) => `${warehouseName} ${formatNumber(quantity)}`).join(' · ');

/** What home sends of the product to whom, and what is bought for whom then. */
export function EchelonPart({ advice: { echelon } }: { advice: Advice }): ReactNode {
  const { t } = useTranslation('procurement');
  const columns = useMemo<Column<Place>[]>(
    () => [
      col.text('warehouse', t('advice.warehouse'), { of: 'warehouseName', width: 160, card: 'title' }),
      col.qty('lack', t('advice.echelon.lack'), { width: 90 }),
      col.text('gets', t('advice.echelon.gets'), { of: (row: Place) => ends(row.gets), width: 180 }),
      col.text('sends', t('advice.echelon.sends'), { of: (row: Place) => ends(row.sends), width: 180 }),
      col.qty('buy', t('advice.echelon.buy'), { width: 90 }),
    ],
    [t],
  );
  if (!echelon) return null;
  return (
    <section className="tw-advice-order">
      <h3 className="tw-section-title">{t('advice.echelon.title')}</h3>
      <p className="tw-muted">
        {t('advice.echelon.hint')}{' '}
        {echelon.free !== null && t('advice.echelon.free', { units: formatNumber(echelon.free) })}
      </p>
      <LineTable
        label={t('advice.echelon.title')}
        columns={columns}
        rows={echelon.places}
        keyOf={(row) => row.warehouseId}
      />
    </section>
  );
}
