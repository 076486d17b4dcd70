import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { pageComponent } from '../pages.ts';
import { ownComponent } from './own-routes.ts';
import { HOME } from './resolve.ts';

/** A page by its name in the registry. */
export function PageView({ name }: { name: string }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const Page = ownComponent(name) ?? pageComponent(name);
  if (Page) return <Page />;
  return (
    <EmptyState
      title={t('page.missing')}
      hint={t('page.missingHint')}
      action={<Button onClick={() => navigate(HOME)}>{t('page.home')}</Button>}
    />
  );
}
