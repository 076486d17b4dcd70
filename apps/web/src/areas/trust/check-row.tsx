import { CheckCircleFilled, ClockCircleOutlined, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import type { ResultOf } from '@tradewind/contract/call.ts';
import type { findTrustRun } from '@tradewind/contract/trust.ts';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../components/format.ts';
import { arrange, type Column, NO_SETTINGS } from '../../components/table/columns.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { useNarrow } from '../../components/use-narrow.ts';

export type Check = ResultOf<typeof findTrustRun>['results'][number];
type Broken = Check['rows'][number];

/** One truth: does it hold, over how many things, and if not, which ones break it. */
export function CheckRow({ check }: { check: Check }): ReactNode {
  const { t } = useTranslation('trust');
  const state = check.green === null ? 'pending' : check.green ? 'green' : 'red';
  return (
    <li className="tw-check" data-state={state}>
      <span className="tw-check-mark">
        <Mark check={check} />
        <span className="tw-hidden-text">{t(`trust.${state}`)}</span>
      </span>
      <div className="tw-check-body">
        <div className="tw-check-head">
          <h3>{check.title}</h3>
          {check.green !== null && (
            <span className="tw-muted tw-figure">
              {t('trust.checked', { count: formatNumber(check.checked) })} ·{' '}
              {t('trust.took', { ms: formatNumber(check.ms) })}
            </span>
          )}
        </div>
        <div className="tw-muted">{check.explain}</div>
        {check.error && (
          <p className="tw-bad">
            {t('trust.failed')}: <code>{check.error}</code>
          </p>
        )}
        {check.broken > 0 && <BrokenRows check={check} />}
      </div>
    </li>
  );
}

function Mark({ check }: { check: Check }): ReactNode {
  if (check.green === null) return <ClockCircleOutlined className="tw-muted" />;
  if (check.green) return <CheckCircleFilled className="tw-good" />;
  return check.error ? <ExclamationCircleFilled className="tw-bad" /> : <CloseCircleFilled className="tw-bad" />;
}

function BrokenRows({ check }: { check: Check }): ReactNode {
  const { t, i18n } = useTranslation('trust');
  const narrow = useNarrow();
  const fieldName = useCallback(
    (field: string) => (i18n.exists(`field.${field}`, { ns: 'trust' }) ? t(`field.${field}`) : field),
    [t, i18n],
  );
  const columns = useMemo<Column<Broken>[]>(
    () => [
      { key: 'subject', title: t('row.subject'), width: 260, render: (row) => row.subject },
      {
        key: 'field',
        title: t('row.field'),
        width: 160,
        render: (row) => fieldName(row.field),
      },
      {
        key: 'expected',
        title: t('row.expected'),
        width: 120,
        align: 'right',
        render: (row) => <span className="tw-figure">{row.expected}</span>,
      },
      {
        key: 'actual',
        title: t('row.actual'),
        width: 120,
        align: 'right',
        render: (row) => <span className="tw-figure tw-bad">{row.actual}</span>,
      },
    ],
    [t, fieldName],
  );
  return (
    <div className="tw-check-broken">
      <p className="tw-bad">
        {t('trust.broken', { count: check.broken })}
        {check.broken > check.rows.length && (
          <span className="tw-muted"> {t('trust.firstRows', { shown: check.rows.length, count: check.broken })}</span>
        )}
      </p>
      {narrow ? (
        <BrokenList check={check} fieldName={fieldName} />
      ) : (
        <DataTable
          label={check.title}
          columns={arrange(columns, NO_SETTINGS, 0)}
          rows={check.rows}
          keyOf={(row, index) => `${row.subject}/${row.field}/${index}`}
        />
      )}
    </div>
  );
}

/** On a phone the two figures stand beside each other instead of behind a scroll. */
function BrokenList({ check, fieldName }: { check: Check; fieldName: (field: string) => string }): ReactNode {
  const { t } = useTranslation('trust');
  return (
    <ul className="tw-broken-list">
      {check.rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be about the same figure
        <li key={`${row.subject}/${row.field}/${index}`}>
          <strong>{row.subject}</strong>
          <div>
            <span className="tw-muted">
              {fieldName(row.field)} · {t('row.expected')}
            </span>{' '}
            {row.expected} <span className="tw-muted">{t('row.actual')}</span>{' '}
            <span className="tw-bad">{row.actual}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
