import { useIsFetching } from '@tanstack/react-query';
import { WAREHOUSE_PLATFORM } from '@tradewind/contract/channels.ts';
import { Button, Result } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { knownPlatform } from '../../platform-names.ts';
import { PublicLayout } from '../../public/public-layout.tsx';
import { HOME } from '../../shell/resolve.ts';
import { SESSION_KEY, useSession } from '../../shell/session.ts';
import { useRefusal } from './refusal.ts';
import './channels.css';

const CHANNELS = '/system/channel';
const NEXT = ['orders', 'products', 'members'] as const;

/** Result page of an authorization: code 200 is success, 400 failure, with a reason if known. */
export function Landing({ platform }: { platform: string }): ReactNode {
  const { t } = useTranslation('channels');
  const [params] = useSearchParams();
  const code = params.get('code');
  const refusal = useRefusal();
  const warehouse = platform === WAREHOUSE_PLATFORM;
  const title = [t(warehouse ? 'title.warehouseAuthorization' : 'title.shopAuthorization'), knownPlatform(platform)];
  return (
    <PublicLayout title={title.filter(Boolean).join(' · ')}>
      {code === '200' ? (
        <Result
          status="success"
          title={t('landing.done')}
          subTitle={t(warehouse ? 'landing.warehouseText' : 'landing.doneText')}
          extra={<Onward to={warehouse ? undefined : '/order/all'} />}
        >
          {!warehouse && <Next />}
        </Result>
      ) : code === null ? (
        <Result status="info" title={t('landing.empty')} subTitle={t('landing.emptyText')} extra={<Onward />} />
      ) : (
        <Result
          status="error"
          title={t('landing.failed')}
          subTitle={refusal(params.get('reason'))}
          extra={<Onward />}
        />
      )}
    </PublicLayout>
  );
}

function Next(): ReactNode {
  const { t } = useTranslation('channels');
  return (
    <section className="tw-next">
      <h2>{t('landing.next')}</h2>
      <ol>
        {NEXT.map((step) => (
          <li key={step}>{t(`landing.steps.${step}`)}</li>
        ))}
      </ol>
    </section>
  );
}

/** Users sign in first; both pages require it. */
function Onward({ to }: { to?: string | undefined }): ReactNode {
  const { t } = useTranslation('channels');
  const navigate = useNavigate();
  const signedIn = useSession() !== undefined;
  const asking = useIsFetching({ queryKey: SESSION_KEY }) > 0;
  if (asking) return <div className="tw-onward" />;
  return (
    <div className="tw-onward">
      {to && signedIn ? (
        <>
          <Button type="primary" size="large" onClick={() => navigate('/product/listing?tab=unmapped&make=all')}>
            {t('landing.toProducts')}
          </Button>
          <div>
            <Button onClick={() => navigate(HOME)}>{t('landing.home')}</Button>
            <Button onClick={() => navigate(to)}>{t('landing.toOrders')}</Button>
            <Button onClick={() => navigate(CHANNELS)}>{t('landing.toChannels')}</Button>
          </div>
        </>
      ) : (
        <Button type="primary" onClick={() => navigate(CHANNELS)}>
          {t(signedIn ? 'landing.back' : 'landing.signIn')}
        </Button>
      )}
    </div>
  );
}
