import { LockOutlined } from '@ant-design/icons';
import { Button, Space } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { HOME } from './resolve.ts';
import { useUser } from './session.ts';

export default function ErrorPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { reducedMenu } = useUser();
  return (
    <EmptyState
      icon={<LockOutlined />}
      title={t('page.locked')}
      hint={t('page.lockedHint')}
      action={
        <Space>
          {!reducedMenu && <Button onClick={() => navigate('/choosePlan')}>{t('page.seePlans')}</Button>}
          <Button type="primary" onClick={() => navigate(HOME)}>
            {t('page.home')}
          </Button>
        </Space>
      }
    />
  );
}
