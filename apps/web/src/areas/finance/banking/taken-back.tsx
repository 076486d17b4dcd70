import type { BankLineRow } from '@tradewind/contract/finance/banking.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../../components/status-tag.tsx';

/** The provider took the money of a line back. */
export function TakenBack({ row }: { row: Pick<BankLineRow, 'reversed'> }): ReactNode {
  const { t } = useTranslation('finance');
  return row.reversed && <StatusTag tone="bad">{t('receiving.taken')}</StatusTag>;
}
