import { cancelJobs, type listJobs, retryJobs } from '@tradewind/contract/integrity.ts';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../components/can.tsx';
import { type BulkAction, bulkRun } from '../../components/list-page.tsx';
import type { Job } from './job-document.tsx';

/** Acts on jobs, in the list and in the drawer. */
export function useJobActs(): BulkAction<typeof listJobs>[] {
  const { t } = useTranslation('integrity');
  const may = useMay();
  const waits = { fits: (job: Job) => job.state !== 'running', needs: t('job.runs') };
  return [
    {
      key: 'retry',
      label: t('job.retry'),
      may: may(retryJobs),
      ...waits,
      didOne: t('job.retried'),
      run: bulkRun(retryJobs),
    },
    {
      key: 'cancel',
      label: t('job.cancel'),
      danger: true,
      may: may(cancelJobs),
      ...waits,
      confirm: (count) => t('job.cancelText', { count }),
      askOne: (job) => ({ title: t('job.cancelTitle', { title: job.title }), consequence: t('job.cancelOne') }),
      didOne: t('job.cancelled'),
      run: bulkRun(cancelJobs),
    },
  ];
}
