import { listJobs } from '@tradewind/contract/integrity.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActButtons } from '../../components/act-buttons.tsx';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Facts } from '../../components/facts.tsx';
import { DateTime } from '../../components/figures.tsx';
import type { DetailTools } from '../../components/list-page.tsx';
import { type Job, JobDocument } from './job-document.tsx';
import { JobStateTag } from './job-state.tsx';
import { useJobActs } from './use-job-acts.ts';

export function JobDrawer({ job, tools }: { job: Job | undefined; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('integrity');
  const acts = useJobActs();
  if (!job)
    return (
      <DetailDrawer {...tools} title={t('job.ended')} size={560}>
        <EmptyState title={t('job.ended')} hint={t('job.endedHint')} />
      </DetailDrawer>
    );
  return (
    <DetailDrawer
      {...tools}
      size={640}
      title={job.title}
      status={<JobStateTag state={job.state} />}
      subtitle={`#${job.id}`}
      actions={
        <ActButtons
          acts={acts}
          row={job}
          next="retry"
          refresh={[listJobs]}
          onDone={(key) => key === 'cancel' && tools.close()}
        />
      }
    >
      <Facts
        items={[
          [t('job.document'), <JobDocument key="d" document={job.document} />],
          [t('job.tries'), t('job.triesOf', { done: job.attempts, most: job.maxAttempts })],
          [t('job.created'), <DateTime key="c" at={job.createdAt} />],
          job.startedAt
            ? [t('job.since'), <DateTime key="s" at={job.startedAt} />]
            : [t(job.state === 'failed' ? 'job.last' : 'job.next'), <DateTime key="r" at={job.runAt} />],
          [t('job.task'), <code key="t">{job.task}</code>],
        ]}
      />
      {job.reason && (
        <section className="tw-job-failure">
          <h3>{t('job.reason')}</h3>
          <p className="tw-bad">{job.reason}</p>
          <h3>{t('job.full')}</h3>
          <pre>{job.failure}</pre>
        </section>
      )}
    </DetailDrawer>
  );
}
