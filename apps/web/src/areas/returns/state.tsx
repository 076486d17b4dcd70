import type { ReturnDetail, ReturnState } from '@tradewind/contract/returns.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../components/status-tag.tsx';

const TONES: Readonly<Record<ReturnState, Tone>> = {
  requested: 'warn',
  approved: 'info',
  rejected: 'bad',
  transit: 'info',
  received: 'warn',
  inspected: 'info',
  closed: 'good',
  cancelled: 'muted',
};

export function ReturnStateTag({ state }: { state: ReturnState }): ReactNode {
  const { t } = useTranslation('returns');
  return <StatusTag tone={TONES[state]}>{t(`state.${state}`)}</StatusTag>;
}

type RefundState = ReturnDetail['refunds'][number]['state'];
const REFUND_TONES: Readonly<Record<RefundState, Tone>> = {
  due: 'info',
  telling: 'info',
  done: 'good',
  byHand: 'good',
  failed: 'bad',
};

export function RefundStateTag({ state }: { state: RefundState }): ReactNode {
  const { t } = useTranslation('returns');
  return (
    <StatusTag tone={REFUND_TONES[state]} busy={state === 'due' || state === 'telling'}>
      {t(`refundState.${state}`)}
    </StatusTag>
  );
}
