import { listJobs } from '@tradewind/contract/integrity.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { DateTime, None } from '../../../components/figures.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { col } from '../../../components/table/col.tsx';
import { type Job, JobDocument } from '../job-document.tsx';
import { JobDrawer } from '../job-drawer.tsx';
import { JobStateTag } from '../job-state.tsx';
import { useJobActs } from '../use-job-acts.ts';
import '../integrity.css';

const LOOK_AGAIN_MS = 5000;
const STATES = ['failed', 'retrying', 'running', 'queued'] as const;

export default function JobCentre(): ReactNode {
  const { t } = useTranslation('integrity');
  const overview = useCall(listJobs, { page: 1, pageSize: 1 }, { everyMs: LOOK_AGAIN_MS });
  const counts = overview.data?.counts;
  const columns = useColumns();
  return (
    <ListPage
      id="integrity.jobs"
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
      bulk={useJobActs()}
      empty={{ title: t('job.none'), hint: t('job.noneHint') }}
      detail={(_id, tools, job) => <JobDrawer job={job} tools={tools} />}
    />
  );
}

function useColumns(): Column<Job>[] {
  const { t } = useTranslation('integrity');
  return useMemo<Column<Job>[]>(
    () => [
      col.heading('title', t('job.title'), { width: 230 }),
      col.status('state', t('job.state'), (job) => <JobStateTag state={job.state} />, { width: 110 }),
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
      col.code('tries', t('job.tries'), {
        of: (job) => t('job.triesOf', { done: job.attempts, most: job.maxAttempts }),
        width: 90,
        align: 'right',
      }),
      col.time('createdAt', t('job.created')),
    ],
    [t],
  );
}

/** The time that matters in its status. */
function When({ job }: { job: Job }): ReactNode {
  const { t } = useTranslation('integrity');
  const words = { queued: 'job.due', retrying: 'job.next', running: 'job.since', failed: 'job.last' } as const;
  return (
    <>
      <span className="tw-muted">{t(words[job.state])}</span> <DateTime at={job.startedAt ?? job.runAt} />
    </>
  );
}
