import type { SupplierReturnState } from '@tradewind/contract/procurement.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';

const TONES: Record<SupplierReturnState, Tone> = {
  draft: 'muted',
  reviewing: 'warn',
  approved: 'warn',
  shipped: 'info',
  settled: 'good',
  cancelled: 'muted',
};

export function ReturnTag({ state }: { state: SupplierReturnState }): ReactNode {
  const { t } = useTranslation('procurement');
  return <StatusTag tone={TONES[state]}>{t(`return.state.${state}`)}</StatusTag>;
}
