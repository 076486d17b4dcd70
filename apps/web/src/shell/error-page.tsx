import { LockOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { HOME } from './resolve.ts';

export default function ErrorPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <EmptyState
      icon={<LockOutlined />}
      title={t('page.locked')}
      hint={t('page.lockedHint')}
      action={
        <Button type="primary" onClick={() => navigate(HOME)}>
          {t('page.home')}
        </Button>
      }
    />
  );
}
