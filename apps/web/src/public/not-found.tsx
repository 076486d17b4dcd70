import { CompassOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { PublicLayout } from './public-layout.tsx';

export default function NotFound(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <PublicLayout title={t('title.notFound')}>
      <EmptyState
        icon={<CompassOutlined />}
        title="404"
        hint={t('page.notFoundHint')}
        action={
          <Button type="primary" onClick={() => navigate('/')}>
            {t('page.home')}
          </Button>
        }
      />
    </PublicLayout>
  );
}
