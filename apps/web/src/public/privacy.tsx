import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Legal } from './legal.tsx';

const PARAGRAPHS = ['collected', 'purpose', 'buyers', 'keeping', 'sharing', 'rights', 'cookies'];

export default function Privacy(): ReactNode {
  const { t } = useTranslation();
  return <Legal title={t('title.privacy')} paragraphs={PARAGRAPHS.map((each) => t(`legal.privacyText.${each}`))} />;
}
