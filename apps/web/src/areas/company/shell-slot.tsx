import { App } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useUser } from '../../shell/session.ts';

const KEY = 'plan-expired';

/** Says once after sign-in that the plan has run out, and where it is renewed. */
export default function PlanExpired(): ReactNode {
  const { t } = useTranslation('company');
  const { notification } = App.useApp();
  const navigate = useNavigate();
  const user = useUser();
  const tell = user.planExpired && !user.reducedMenu;
  useEffect(() => {
    if (!tell || sessionStorage.getItem(KEY)) return;
    sessionStorage.setItem(KEY, 'told');
    notification.warning({
      key: KEY,
      title: t('plan.expired'),
      description: t('plan.change'),
      duration: 0,
      onClick: () => {
        notification.destroy(KEY);
        navigate('/choosePlan');
      },
    });
  }, [tell, notification, navigate, t]);
  return null;
}
