import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Legal } from './legal.tsx';

const PARAGRAPHS = ['service', 'accounts', 'data', 'authorizations', 'fees', 'liability', 'changes'];

export default function Agreement(): ReactNode {
  const { t } = useTranslation();
  return <Legal title={t('title.agreement')} paragraphs={PARAGRAPHS.map((each) => t(`legal.agreementText.${each}`))} />;
}
