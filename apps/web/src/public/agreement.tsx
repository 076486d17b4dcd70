import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Legal } from './legal.tsx';

export default function Agreement(): ReactNode {
  const { t } = useTranslation();
  return <Legal title={t('title.agreement')} text={t('legal.agreementText')} />;
}
