import { useIsFetching } from '@tanstack/react-query';
import { pagePaths } from '@tradewind/contract/access/paths.ts';
import { AUTHORIZATION_REFUSALS, hasAccounts } from '@tradewind/contract/logistics.ts';
import { Button, Result } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { PublicLayout } from '../../../public/public-layout.tsx';
import { SESSION_KEY, useSession } from '../../../shell/session.ts';

/** What came of an authorization on a carrier's page: code 200 is success, 400 failure, with a reason if known. */
export default function LogisticsAuthResult(): ReactNode {
  const { t } = useTranslation('logistics');
  const [params] = useSearchParams();
  const code = params.get('code');
  const named = params.get('carrier') ?? '';
  const carrier = hasAccounts(named) ? t(`carriers.${named}`) : '';
  const reason = AUTHORIZATION_REFUSALS.find((one) => one === params.get('reason'));
  return (
    <PublicLayout title={[t('title.carrierAuthorization'), carrier].filter(Boolean).join(' · ')}>
      {code === '200' ? (
        <Result
          status="success"
          title={t('authorization.done')}
          subTitle={t('authorization.doneText', { carrier })}
          extra={<Back />}
        />
      ) : code === null ? (
        <Result
          status="info"
          title={t('authorization.empty')}
          subTitle={t('authorization.emptyText')}
          extra={<Back />}
        />
      ) : (
        <Result
          status="error"
          title={t('authorization.failed')}
          subTitle={t(reason ? `authorization.reasons.${reason}` : 'authorization.unknown')}
          extra={<Back />}
        />
      )}
    </PublicLayout>
  );
}

/** Users who are signed out sign in first. */
function Back(): ReactNode {
  const { t } = useTranslation('logistics');
  const navigate = useNavigate();
  const isSignedIn = useSession() !== undefined;
  if (useIsFetching({ queryKey: SESSION_KEY }) > 0) return null;
  return (
    <Button type="primary" onClick={() => navigate(pagePaths.carrier)}>
      {t(isSignedIn ? 'authorization.back' : 'authorization.signIn')}
    </Button>
  );
}
