import type { PurchaseState, RequisitionLineStep, RequisitionState } from '@tradewind/contract/procurement.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';

const PURCHASE: Record<PurchaseState, Tone> = {
  draft: 'muted',
  reviewing: 'warn',
  approved: 'warn',
  ordered: 'info',
  received: 'good',
  closed: 'muted',
  cancelled: 'muted',
};
const REQUISITION: Record<RequisitionState, Tone> = {
  draft: 'muted',
  reviewing: 'warn',
  approved: 'info',
  done: 'good',
  cancelled: 'muted',
};
const STEP: Record<RequisitionLineStep, Tone> = {
  requested: 'muted',
  pending: 'warn',
  ordered: 'info',
  received: 'good',
  closed: 'muted',
};

export function PurchaseTag({ state }: { state: PurchaseState }): ReactNode {
  const { t } = useTranslation('procurement');
  return <StatusTag tone={PURCHASE[state]}>{t(`purchase.state.${state}`)}</StatusTag>;
}
export function RequisitionTag({ state }: { state: RequisitionState }): ReactNode {
  const { t } = useTranslation('procurement');
  return <StatusTag tone={REQUISITION[state]}>{t(`requisition.state.${state}`)}</StatusTag>;
}
export function StepTag({ step }: { step: RequisitionLineStep }): ReactNode {
  const { t } = useTranslation('procurement');
  return <StatusTag tone={STEP[step]}>{t(`requisition.step.${step}`)}</StatusTag>;
}
