import { cancelJobs, listJobs, retryJobs } from '@tradewind/contract/trust.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { useButtons } from '../../components/can.tsx';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Facts } from '../../components/facts.tsx';
import { DateTime } from '../../components/figures.tsx';
import type { DetailTools } from '../../components/list-page.tsx';
import { type Job, JobDocument } from './job-document.tsx';
import { JobStateTag } from './job-state.tsx';

export function JobDrawer({ job, tools }: { job: Job | undefined; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('trust');
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
      actions={<Actions job={job} close={tools.close} />}
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

function Actions({ job, close }: { job: Job; close: () => void }): ReactNode {
  const { t } = useTranslation('trust');
  const may = useButtons();
  const retry = useAct(retryJobs, {
    refresh: [listJobs],
    onDone: ({ failed }) => (failed[0] ? toast.warning(failed[0].reason) : toast.success(t('job.retried'))),
  });
  const cancel = useAct(cancelJobs, {
    refresh: [listJobs],
    onDone: ({ failed }) => {
      if (failed[0]) return toast.warning(failed[0].reason);
      toast.success(t('job.cancelled'));
      close();
    },
  });
  const reason = job.state === 'running' ? t('job.runs') : undefined;
  return (
    <>
      {may('retry') && (
        <Button
          type="primary"
          loading={retry.isPending}
          disabled={reason !== undefined}
          title={reason}
          onClick={() => retry.mutate({ ids: [job.id] })}
        >
          {t('job.retry')}
        </Button>
      )}
      {may('cancel') && (
        <ConfirmDanger
          title={t('job.cancelTitle', { title: job.title })}
          consequence={t('job.cancelOne')}
          verb={t('job.cancel')}
          reason={reason}
          onConfirm={() => cancel.mutateAsync({ ids: [job.id] })}
        />
      )}
    </>
  );
}
