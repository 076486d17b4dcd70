import type { ResultOf } from '@tradewind/contract/call.ts';
import type { listIntegrityRuns } from '@tradewind/contract/integrity.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../components/figures.tsx';
import { StatusTag } from '../../components/status-tag.tsx';

export type Run = ResultOf<typeof listIntegrityRuns>['runs'][number];

/** Earlier runs; a click shows the results of one. */
export function RunList({
  runs,
  shown,
  onShow,
}: {
  runs: readonly Run[];
  shown: number;
  onShow: (id: number) => void;
}): ReactNode {
  const { t } = useTranslation('integrity');
  if (runs.length === 0) return null;
  return (
    <aside className="tw-runs" aria-label={t('integrity.history')}>
      <h3>{t('integrity.history')}</h3>
      <ul>
        {runs.map((run) => (
          <li key={run.id}>
            <button type="button" aria-current={run.id === shown} onClick={() => onShow(run.id)}>
              <RunState run={run} />
              <span className="tw-muted">
                <DateTime at={run.finishedAt ?? run.at} /> ·{' '}
                {run.startedBy === 'schedule' ? t('integrity.schedule') : run.startedBy}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </aside>
  );
}

export function RunState({ run }: { run: Run }): ReactNode {
  const { t } = useTranslation('integrity');
  if (!run.finishedAt)
    return (
      <StatusTag tone="info" busy>
        {run.done === 0 ? t('integrity.waiting') : t('integrity.running', { done: run.done, total: run.total })}
      </StatusTag>
    );
  if (run.green) return <StatusTag tone="good">{t('integrity.allGreen', { count: run.total })}</StatusTag>;
  return <StatusTag tone="bad">{t('integrity.someRed', { count: run.red })}</StatusTag>;
}
