import type { ResultOf } from '@tradewind/contract/call.ts';
import { lateEntries } from '@tradewind/contract/finance/closing.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../../api/hooks.ts';
import { useActorName } from '../../../components/actor-name.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { Pages } from './account-drawer.tsx';
import type { Month } from './types.ts';

type Late = ResultOf<typeof lateEntries>['rows'][number];

/** Entries of the month that came after it was closed, with the month that took them. */
export function LateTab({ month: { month, currency } }: { month: Month }): ReactNode {
  const { t } = useTranslation('finance');
  const actorName = useActorName();
  const [page, setPage] = useState(1);
  const found = useCall(lateEntries, { month, page, pageSize: 50 }, { keepPrevious: true });
  const columns = useMemo<Column<Late>[]>(
    () => [
      col.code('eventDay', t('close.eventDay'), { width: 110 }),
      col.text('text', t('entry'), { width: 220, card: 'title' }),
      col.text('orderNo', t('order'), { width: 170 }),
      col.money('amount', t('base', { currency }), { currency: () => currency }),
      col.code('onDay', t('day'), { width: 110 }),
      col.time('at', t('close.entered')),
      col.text('actor', t('close.by'), { of: (row: Late) => actorName(row.actor), width: 120 }),
    ],
    [t, currency, actorName],
  );
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <>
      <LineTable
        label={t('close.tab.late')}
        columns={columns}
        rows={found.data?.rows ?? []}
        keyOf={(row) => row.entryId}
        skeleton={found.isPending ? 5 : 0}
        empty={<EmptyState title={t('close.lateNone')} hint={t('close.lateNoneHint')} />}
      />
      <Pages page={page} total={found.data?.total ?? 0} onChange={setPage} />
    </>
  );
}
