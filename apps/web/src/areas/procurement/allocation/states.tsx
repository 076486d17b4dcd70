import type { AllocationShare, AllocationState, ShareStep } from '@tradewind/contract/procurement.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';

const STATE: Record<AllocationState, Tone> = {
  draft: 'muted',
  reviewing: 'warn',
  submitted: 'info',
  shipping: 'info',
  done: 'good',
  cancelled: 'muted',
};
const STEP: Record<ShareStep, Tone> = {
  waiting: 'muted',
  ready: 'warn',
  documented: 'info',
  done: 'good',
  closed: 'muted',
};

export function AllocationTag({ state }: { state: AllocationState }): ReactNode {
  const { t } = useTranslation('procurement');
  return <StatusTag tone={STATE[state]}>{t(`allocation.state.${state}`)}</StatusTag>;
}
export function ShareTag({ step }: { step: ShareStep }): ReactNode {
  const { t } = useTranslation('procurement');
  return <StatusTag tone={STEP[step]}>{t(`allocation.step.${step}`)}</StatusTag>;
}

/** "Transfer → East": where the units of a share go. */
export function useDestination(): (share: Pick<AllocationShare, 'kind' | 'toName' | 'shopName'>) => string {
  const { t } = useTranslation('procurement');
  return ({ kind, toName, shopName }) => [t(`allocation.kind.${kind}`), toName ?? shopName].filter(Boolean).join(' → ');
}
