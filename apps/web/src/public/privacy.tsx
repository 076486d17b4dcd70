import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Legal } from './legal.tsx';

export default function Privacy(): ReactNode {
  const { t } = useTranslation();
  return <Legal title={t('title.privacy')} text={t('legal.privacyText')} />;
}
