import type { InboundState } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';

const TONES: Record<InboundState, Tone> = {
  notice: 'warn',
  arrived: 'warn',
  receiving: 'info',
  received: 'info',
  done: 'good',
  cancelled: 'muted',
};

export function InboundStateTag({ state }: { state: InboundState }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <StatusTag tone={TONES[state]} busy={state === 'receiving'}>
      {t(`inbound.state.${state}`)}
    </StatusTag>
  );
}
