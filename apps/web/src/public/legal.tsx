import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PublicFrame } from './public-frame.tsx';

export function Legal({ title, text }: { title: string; text: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <PublicFrame title={title} intro={t('legal.updated')} wide>
      <div className="tw-legal">
        {text.split('\n').map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </PublicFrame>
  );
}
