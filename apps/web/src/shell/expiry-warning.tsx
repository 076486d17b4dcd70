import { App, Button, Space } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { UserInfo } from './session.ts';

const WARN_BELOW_DAYS = 15;
const KEY = 'password-expiry';

/** Shown once in each window. */
export function useExpiryWarning(user: UserInfo): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { notification } = App.useApp();
  const warn = useEffectEvent(() => {
    if (user.reducedMenu || user.passwordDaysLeft >= WARN_BELOW_DAYS || sessionStorage.getItem(KEY)) return;
    sessionStorage.setItem(KEY, '1');
    notification.warning({
      key: KEY,
      title: t('expiry.title'),
      description: `${t('expiry.text')} ${t('expiry.days', { count: Math.max(0, user.passwordDaysLeft) })}`,
      duration: 0,
      placement: 'bottomRight',
      actions: (
        <Space>
          <Button onClick={() => notification.destroy(KEY)}>{t('expiry.no')}</Button>
          <Button
            type="primary"
            onClick={() => {
              notification.destroy(KEY);
              navigate('/ChangePassword');
            }}
          >
            {t('expiry.yes')}
          </Button>
        </Space>
      ),
    });
  });
  useEffect(() => warn(), []);
}
