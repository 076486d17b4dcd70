import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompanyClock } from '../../components/days.ts';
import { None } from '../../components/figures.tsx';
import { StatusTag } from '../../components/status-tag.tsx';

interface PromisedProps {
  promisedOn: string | null;
  deliveredAt: string | null;
}

/** The day by which a parcel should arrive; stands out once it has passed. */
export function Promised({ promisedOn, deliveredAt }: PromisedProps): ReactNode {
  const { t } = useTranslation('logistics');
  const { today } = useCompanyClock();
  if (promisedOn === null) return <None />;
  if (deliveredAt === null && promisedOn < today())
    return <StatusTag tone="warn">{t('overdue', { day: promisedOn })}</StatusTag>;
  return <span className="tw-figure">{promisedOn}</span>;
}
