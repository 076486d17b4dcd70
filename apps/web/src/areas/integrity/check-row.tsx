import { CheckCircleFilled, ClockCircleOutlined, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import type { ResultOf } from '@tradewind/contract/call.ts';
import type { findIntegrityRun } from '@tradewind/contract/integrity.ts';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../components/format.ts';
import { col } from '../../components/table/col.tsx';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';
import { useNarrow } from '../../components/use-narrow.ts';

export type Check = ResultOf<typeof findIntegrityRun>['results'][number];
type Broken = Check['rows'][number];

/** One check: its result, how many records it read, and the mismatches. */
export function CheckRow({ check }: { check: Check }): ReactNode {
  const { t } = useTranslation('integrity');
  const state = check.green === null ? 'pending' : check.green ? 'green' : 'red';
  return (
    <li className="tw-check" data-state={state}>
      <span className="tw-check-mark">
        <Mark check={check} />
        <span className="tw-hidden-text">{t(`integrity.${state}`)}</span>
      </span>
      <div className="tw-check-body">
        <div className="tw-check-head">
          <h3>{check.title}</h3>
          {check.green !== null && (
            <span className="tw-muted tw-figure">
              {t('integrity.checked', { count: formatNumber(check.checked) })} ·{' '}
              {t('integrity.took', { ms: formatNumber(check.ms) })}
            </span>
          )}
        </div>
        <div className="tw-muted">{check.explain}</div>
        {check.error && (
          <p className="tw-bad">
            {t('integrity.failed')}: <code>{check.error}</code>
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
  const { t, i18n } = useTranslation('integrity');
  const narrow = useNarrow();
  const fieldName = useCallback(
    (field: string) => (i18n.exists(`field.${field}`, { ns: 'integrity' }) ? t(`field.${field}`) : field),
    [t, i18n],
  );
  const columns = useMemo<Column<Broken>[]>(
    () => [
      col.text('subject', t('row.subject'), { width: 260 }),
      { key: 'field', title: t('row.field'), width: 160, render: (row) => fieldName(row.field) },
      col.code('expected', t('row.expected'), { width: 120, align: 'right' }),
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
        {t('integrity.broken', { count: check.broken })}
        {check.broken > check.rows.length && (
          <span className="tw-muted">
            {' '}
            {t('integrity.firstRows', { shown: check.rows.length, count: check.broken })}
          </span>
        )}
      </p>
      {narrow ? (
        <BrokenList check={check} fieldName={fieldName} />
      ) : (
        <LineTable
          cards={false}
          label={check.title}
          columns={columns}
          rows={check.rows}
          keyOf={(row, index) => `${row.subject}/${row.field}/${index}`}
        />
      )}
    </div>
  );
}

/** On a phone both figures stand side by side, without scrolling. */
function BrokenList({ check, fieldName }: { check: Check; fieldName: (field: string) => string }): ReactNode {
  const { t } = useTranslation('integrity');
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
