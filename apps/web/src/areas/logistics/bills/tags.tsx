import type { BillReason, CarrierBillState, ClaimState } from '@tradewind/contract/logistics.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';

const BILL_TONES: Record<CarrierBillState, Tone> = {
  draft: 'info',
  checking: 'info',
  checked: 'warn',
  settled: 'good',
};
const CLAIM_TONES: Record<ClaimState, Tone> = {
  suspected: 'warn',
  opened: 'info',
  accepted: 'info',
  refused: 'bad',
  paid: 'good',
};

export function BillStateTag({ state }: { state: CarrierBillState }): ReactNode {
  const { t } = useTranslation('logistics');
  return (
    <StatusTag tone={BILL_TONES[state]} busy={state === 'draft' || state === 'checking'}>
      {t(`bills.state.${state}`)}
    </StatusTag>
  );
}

export function ClaimStateTag({ state }: { state: ClaimState }): ReactNode {
  const { t } = useTranslation('logistics');
  return <StatusTag tone={CLAIM_TONES[state]}>{t(`claims.state.${state}`)}</StatusTag>;
}

export function ReasonTag({ reason }: { reason: BillReason }): ReactNode {
  const { t } = useTranslation('logistics');
  const tone = reason === 'ok' ? 'good' : reason === 'credit' || reason === 'uncompared' ? 'muted' : 'warn';
  return <StatusTag tone={tone}>{t(`bills.reason.${reason}`)}</StatusTag>;
}
