import type { SettlementFileRow } from '@tradewind/contract/finance/settlement-files.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../../../components/status-tag.tsx';

export function FileStateTag({ file: { state, gaps } }: { file: SettlementFileRow }): ReactNode {
  const { t } = useTranslation('finance');
  if (state === 'read' && gaps > 0) return <StatusTag tone="warn">{t('settleFile.unconfirmed')}</StatusTag>;
  return (
    <StatusTag tone={state === 'reading' ? 'info' : 'good'} busy={state === 'reading'}>
      {t(`settleFile.state.${state}`)}
    </StatusTag>
  );
}
