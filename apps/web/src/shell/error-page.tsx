import { LockOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { HOME, resolvePath } from './resolve.ts';
import { useSession } from './session.ts';

/** A page that the plan does not include, or that the user has no right to: `denied` names it. */
export default function ErrorPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const menu = useSession()?.menu ?? [];
  const denied = params.get('denied');
  // The right came meanwhile.
  if (denied && resolvePath(denied, menu).kind === 'page') return <Navigate to={denied} replace />;
  return (
    <EmptyState
      icon={<LockOutlined />}
      title={t(denied ? 'page.denied' : 'page.locked')}
      hint={t(denied ? 'page.deniedHint' : 'page.lockedHint')}
      action={
        <Button type="primary" onClick={() => navigate(HOME)}>
          {t('page.home')}
        </Button>
      }
    />
  );
}
