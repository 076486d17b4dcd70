import type { CountState } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';

const TONES: Record<CountState, Tone> = {
  open: 'warn',
  counting: 'info',
  waiting: 'warn',
  done: 'good',
  cancelled: 'muted',
};

export function CountStateTag({ state }: { state: CountState }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <StatusTag tone={TONES[state]} busy={state === 'counting'}>
      {t(`count.state.${state}`)}
    </StatusTag>
  );
}
