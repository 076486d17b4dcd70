import type { ExpenseSide, ExpenseState, PaymentRunState } from '@tradewind/contract/finance.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';

const EXPENSE: Record<ExpenseState, Tone> = {
  draft: 'muted',
  reviewing: 'warn',
  approved: 'info',
  booked: 'info',
  paid: 'good',
  void: 'muted',
};
const RUN: Record<PaymentRunState, Tone> = { prepared: 'warn', confirmed: 'good', cancelled: 'muted' };

export function ExpenseTag({ side, state }: { side: ExpenseSide; state: ExpenseState }): ReactNode {
  const { t } = useTranslation('finance');
  return <StatusTag tone={EXPENSE[state]}>{t(`expense.state.${side}.${state}`)}</StatusTag>;
}
export function RunTag({ state }: { state: PaymentRunState }): ReactNode {
  const { t } = useTranslation('finance');
  return <StatusTag tone={RUN[state]}>{t(`paymentRun.state.${state}`)}</StatusTag>;
}
