import { cancelJobs, listJobs, retryJobs } from '@tradewind/contract/trust.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { DateTime, None } from '../../../components/figures.tsx';
import { type BulkAction, type Column, ListPage } from '../../../components/list-page.tsx';
import { type Job, JobDocument } from '../job-document.tsx';
import { JobDrawer } from '../job-drawer.tsx';
import { JobStateTag } from '../job-state.tsx';
import '../trust.css';

const LOOK_AGAIN_MS = 5000;
const STATES = ['failed', 'retrying', 'running', 'queued'] as const;

export default function JobCentre(): ReactNode {
  const { t } = useTranslation('trust');
  const overview = useCall(listJobs, { page: 1, pageSize: 1 }, { everyMs: LOOK_AGAIN_MS });
  const counts = overview.data?.counts;
  const columns = useColumns();
  const bulk = useBulk();
  return (
    <ListPage
      id="trust.jobs"
      call={listJobs}
      columns={columns}
      everyMs={LOOK_AGAIN_MS}
      tabs={{
        param: 'state',
        items: [
          { value: '', label: t('job.all'), count: overview.data?.total },
          ...STATES.map((state) => ({
            value: state,
            label: t(`jobState.${state}`),
            count: counts?.[state],
            urgent: state === 'failed',
          })),
        ],
      }}
      filters={[
        {
          kind: 'select',
          name: 'task',
          label: t('job.kind'),
          width: 240,
          options: (overview.data?.kinds ?? []).map((kind) => ({
            value: kind.task,
            label: `${kind.title} (${kind.count})`,
          })),
        },
      ]}
      bulk={bulk}
      empty={{ title: t('job.none'), hint: t('job.noneHint') }}
      detail={(_id, tools, job) => <JobDrawer job={job} tools={tools} />}
    />
  );
}

function useBulk(): BulkAction<typeof listJobs>[] {
  const { t } = useTranslation('trust');
  const may = useButtons();
  const running = (jobs: Job[]) => (jobs.every((job) => job.state === 'running') ? t('job.runs') : undefined);
  const retry: BulkAction<typeof listJobs> = {
    key: 'retry',
    label: t('job.retry'),
    disabledReason: running,
    run: ({ input, idempotencyKey }) => callApi(retryJobs, { ...input, idempotencyKey }),
  };
  const cancel: BulkAction<typeof listJobs> = {
    key: 'cancel',
    label: t('job.cancel'),
    danger: true,
    confirm: (count) => t('job.cancelText', { count }),
    disabledReason: running,
    run: ({ input, idempotencyKey }) => callApi(cancelJobs, { ...input, idempotencyKey }),
  };
  return [...(may('retry') ? [retry] : []), ...(may('cancel') ? [cancel] : [])];
}

function useColumns(): Column<Job>[] {
  const { t } = useTranslation('trust');
  return useMemo<Column<Job>[]>(
    () => [
      {
        key: 'title',
        title: t('job.title'),
        width: 230,
        frozen: true,
        always: true,
        card: 'title',
        render: (job) => job.title,
      },
      {
        key: 'state',
        title: t('job.state'),
        width: 110,
        card: 'state',
        render: (job) => <JobStateTag state={job.state} />,
      },
      {
        key: 'document',
        title: t('job.document'),
        width: 220,
        render: (job) => <JobDocument document={job.document} />,
      },
      { key: 'when', title: t('job.when'), width: 200, render: (job) => <When job={job} /> },
      {
        key: 'reason',
        title: t('job.reason'),
        width: 320,
        render: (job) => (job.reason ? <span title={job.reason}>{job.reason}</span> : <None />),
      },
      {
        key: 'tries',
        title: t('job.tries'),
        width: 90,
        align: 'right',
        render: (job) => (
          <span className="tw-figure">{t('job.triesOf', { done: job.attempts, most: job.maxAttempts })}</span>
        ),
      },
      { key: 'createdAt', title: t('job.created'), width: 150, render: (job) => <DateTime at={job.createdAt} /> },
    ],
    [t],
  );
}

/** The instant that matters in its state. */
function When({ job }: { job: Job }): ReactNode {
  const { t } = useTranslation('trust');
  const words = { queued: 'job.due', retrying: 'job.next', running: 'job.since', failed: 'job.last' } as const;
  return (
    <>
      <span className="tw-muted">{t(words[job.state])}</span> <DateTime at={job.startedAt ?? job.runAt} />
    </>
  );
}
