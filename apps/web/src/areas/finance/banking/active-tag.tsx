import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../../components/status-tag.tsx';

export function ActiveTag({ active }: { active: boolean }): ReactNode {
  const { t } = useTranslation('finance');
  return <StatusTag tone={active ? 'good' : 'muted'}>{t(active ? 'bank.active' : 'bank.inactive')}</StatusTag>;
}
