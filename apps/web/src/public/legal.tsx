import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PublicLayout } from './public-layout.tsx';

export function Legal({ title, paragraphs }: { title: string; paragraphs: readonly string[] }): ReactNode {
  const { t } = useTranslation();
  return (
    <PublicLayout title={title} intro={t('legal.updated')} wide>
      <div className="tw-legal">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </PublicLayout>
  );
}
