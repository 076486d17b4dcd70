import { Button, Result } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PublicFrame } from '../../public/public-frame.tsx';

const REASONS = ['state', 'browser', 'denied', 'exchange', 'unavailable', 'otherAccount'];

/** Where the browser ends after a consent: code 200 is success, anything else a failure, with a reason if we know it. */
export function Landing({ code, reason, platform }: { code: string; reason: string; platform: string }): ReactNode {
  const { t } = useTranslation('channels');
  const back = (
    <Link to="/system/channel">
      <Button type="primary">{t('landing.back')}</Button>
    </Link>
  );
  return (
    <PublicFrame title={`${t('landing.title')}${platform ? ` · ${platform}` : ''}`}>
      {code === '200' ? (
        <Result status="success" title={t('landing.done')} subTitle={t('landing.doneText')} extra={back} />
      ) : (
        <Result
          status="error"
          title={t('landing.failed')}
          subTitle={REASONS.includes(reason) ? t(`reasons.${reason}`) : t('landing.unknown')}
          extra={back}
        />
      )}
    </PublicFrame>
  );
}
