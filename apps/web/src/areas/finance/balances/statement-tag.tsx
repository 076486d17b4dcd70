import type { StatementRow } from '@tradewind/contract/finance.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../../components/status-tag.tsx';

export function StatementTag({ state }: { state: StatementRow['state'] }): ReactNode {
  const { t } = useTranslation('finance');
  return <StatusTag tone={state === 'open' ? 'warn' : 'good'}>{t(`statements.state.${state}`)}</StatusTag>;
}
