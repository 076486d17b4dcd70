import { App, Button } from 'antd';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { formatInstant } from '../../components/format.ts';
import { useUser } from '../../shell/session.ts';
import { SampleBar } from './sample-bar.tsx';
import './sample-bar.css';

const KEY = 'plan-end';
const WARN_BELOW_DAYS = 15;
const DAY_MS = 86_400_000;

export default function CompanySlot(): ReactNode {
  return (
    <>
      <SampleBar />
      <PlanEnd />
    </>
  );
}

/** Warns once in each window that the plan expires soon or has expired, with a link to renew it. */
function PlanEnd(): ReactNode {
  const { t } = useTranslation('company');
  const { notification } = App.useApp();
  const navigate = useNavigate();
  const { expireTime, planExpired, reducedMenu, timeZone } = useUser();
  const notify = useEffectEvent(() => {
    const left = expireTime === null ? Number.POSITIVE_INFINITY : (Date.parse(expireTime) - Date.now()) / DAY_MS;
    if (reducedMenu || (!planExpired && left >= WARN_BELOW_DAYS) || sessionStorage.getItem(KEY)) return;
    sessionStorage.setItem(KEY, 'told');
    const day = expireTime === null ? '' : formatInstant(expireTime, timeZone).slice(0, 10);
    notification.warning({
      key: KEY,
      title: t(planExpired ? 'plan.expired' : 'plan.ending', { day }),
      duration: 0,
      placement: 'bottomRight',
      actions: (
        <Button
          type="primary"
          onClick={() => {
            notification.destroy(KEY);
            navigate('/choosePlan');
          }}
        >
          {t('plan.change')}
        </Button>
      ),
    });
  });
  useEffect(() => notify(), []);
  return null;
}
