import type { ResultOf } from '@tradewind/contract/call.ts';
import type { listJobs } from '@tradewind/contract/integrity.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { None } from '../../components/figures.tsx';

export type Job = ResultOf<typeof listJobs>['rows'][number];

/** The list that shows the document; an account has none. */
const PAGES: Record<NonNullable<Job['document']>['kind'], string | undefined> = {
  order: '/order/all',
  shop: '/system/channel',
  parcel: '/logistics/tracking',
  outbound: '/warehouse/outbound',
  wave: '/warehouse/picking',
  product: '/product/archive',
  user: undefined,
};

/** The document of a job, with a link. */
export function JobDocument({ document }: { document: Job['document'] }): ReactNode {
  const { t } = useTranslation('integrity');
  if (!document) return <None />;
  const page = PAGES[document.kind];
  return (
    <>
      <span className="tw-muted">{t(`document.${document.kind}`)}</span>{' '}
      {page ? (
        <Link to={`${page}?open=${document.id}`} onClick={(event) => event.stopPropagation()}>
          {document.label}
        </Link>
      ) : (
        document.label
      )}
      {document.more > 0 && <span className="tw-muted"> {t('job.more', { count: document.more })}</span>}
    </>
  );
}
