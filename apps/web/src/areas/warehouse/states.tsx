import type { OutboundState, StopReason, WaveState } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../components/status-tag.tsx';

const OUTBOUND: Record<OutboundState, Tone> = {
  waiting: 'warn',
  picking: 'info',
  picked: 'info',
  packed: 'info',
  shipped: 'good',
  cancelled: 'muted',
};
const WAVE: Record<WaveState, Tone> = {
  open: 'warn',
  picking: 'info',
  picked: 'info',
  done: 'good',
  cancelled: 'muted',
};

/** Shows the reason for a hold first, so that nobody misses it. */
export function OutboundStateTag({ state, stop }: { state: OutboundState; stop: StopReason | null }): ReactNode {
  const { t } = useTranslation('warehouse');
  if (stop)
    return (
      <StatusTag tone="bad">
        {t(`outbound.stoppedTag.${stop}`)}
        {stop !== 'left' && ` · ${t(`outbound.state.${state}`)}`}
      </StatusTag>
    );
  return <StatusTag tone={OUTBOUND[state]}>{t(`outbound.state.${state}`)}</StatusTag>;
}

export function WaveStateTag({ state }: { state: WaveState }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <StatusTag tone={WAVE[state]} busy={state === 'picking'}>
      {t(`wave.state.${state}`)}
    </StatusTag>
  );
}
