import type { ResultOf } from '@tradewind/contract/call.ts';
import { listPersonalData } from '@tradewind/contract/orders.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../../api/hooks.ts';
import { useLanguageName } from '../../../components/language-name.ts';
import { PageError } from '../../../components/page-error.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';

type Place = ResultOf<typeof listPersonalData>['list'][number];

/** Where data of persons is stored, how long and why. */
export function PlaceTable(): ReactNode {
  const { t } = useTranslation('settings');
  const name = useLanguageName();
  const places = useCall(listPersonalData, {});
  const columns = useMemo<Column<Place>[]>(
    () => [
      col.own('what', t('personal.what'), ({ what }) => name(what), { width: 260, card: 'title' }),
      col.own('whose', t('personal.whose'), ({ whose }) => t(`personal.of.${whose}`), { width: 110 }),
      col.own('kept', t('personal.kept'), ({ term }) => name(term.kept), { width: 260 }),
      col.own('because', t('personal.because'), ({ term }) => name(term.because), { width: 320 }),
      col.own('erased', t('personal.onRequest'), ({ erased }) => t(erased ? 'personal.isErased' : 'personal.stays'), {
        width: 120,
      }),
    ],
    [t, name],
  );
  if (isLost(places)) return <PageError error={places.error} onRetry={() => void places.refetch()} />;
  return (
    <div className="tw-personal-terms">
      <LineTable<Place>
        label={t('personal.places')}
        columns={columns}
        rows={places.data?.list ?? []}
        keyOf={({ table }) => table}
        {...(places.data ? {} : { skeleton: 10 })}
      />
    </div>
  );
}
