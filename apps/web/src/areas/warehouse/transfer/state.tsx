import type { TransferState } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';

const TONES: Record<TransferState, Tone> = {
  draft: 'muted',
  submitted: 'warn',
  shipping: 'info',
  shipped: 'info',
  done: 'good',
  cancelled: 'muted',
};

export function TransferStateTag({ state }: { state: TransferState }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <StatusTag tone={TONES[state]} busy={state === 'shipping'}>
      {t(`transfer.state.${state}`)}
    </StatusTag>
  );
}
