import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { None } from '../../../components/figures.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import type { Month } from './types.ts';

type Version = Month['versions'][number];

export function Versions({ month }: { month: Month }): ReactNode {
  const { t } = useTranslation('finance');
  const columns = useMemo<Column<Version>[]>(
    () => [
      col.text('version', t('close.tab.versions'), {
        of: (row: Version) => t('close.version', { version: row.version }),
        width: 110,
        card: 'title',
      }),
      col.time('closedAt', t('close.closedAt')),
      col.text('closedBy', t('close.closedBy'), { width: 130 }),
      col.qty('lines', t('close.lines')),
      col.code('digest', t('close.digest'), { width: 170 }),
      col.own(
        'reopen',
        t('close.reopened'),
        ({ reopen }) =>
          reopen ? (
            <>
              {t('close.reopenedBy', reopen)}
              {reopen.confirmedBy !== null && (
                <span className="tw-muted"> · {t('close.confirmedBy', { by: reopen.confirmedBy })}</span>
              )}
            </>
          ) : (
            <None />
          ),
        { width: 360 },
      ),
    ],
    [t],
  );
  return (
    <LineTable
      label={t('close.tab.versions')}
      columns={columns}
      rows={month.versions}
      keyOf={(row) => row.version}
      empty={<EmptyState title={t('close.versionsNone')} hint={t('close.versionsNoneHint')} />}
    />
  );
}
