import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../components/status-tag.tsx';
import type { Job } from './job-document.tsx';

const TONES: Record<Job['state'], Tone> = { queued: 'muted', running: 'info', retrying: 'warn', failed: 'bad' };

export function JobStateTag({ state }: { state: Job['state'] }): ReactNode {
  const { t } = useTranslation('integrity');
  return (
    <StatusTag tone={TONES[state]} busy={state === 'running'}>
      {t(`jobState.${state}`)}
    </StatusTag>
  );
}
