import type { ApprovalRow } from '@tradewind/contract/approvals.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../components/status-tag.tsx';

const TONES: Readonly<Record<ApprovalRow['state'], Tone>> = {
  unaudited: 'warn',
  reviewing: 'info',
  audited: 'good',
  rejected: 'bad',
  withdrawn: 'muted',
};

export function ApprovalState({ state }: { state: ApprovalRow['state'] }): ReactNode {
  const { t } = useTranslation('approvals');
  return <StatusTag tone={TONES[state]}>{t(`state.${state}`)}</StatusTag>;
}
