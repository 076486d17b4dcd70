import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  bindShop,
  findArrival,
  landingPath,
  platformSignInPath,
  WAREHOUSE_PLATFORM,
} from '@tradewind/contract/channels.ts';
import { logout } from '@tradewind/contract/identity.ts';
import { Alert, Button, Form, Result, Skeleton } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { callApi } from '../../../api/client.ts';
import { asApiError } from '../../../api/errors.ts';
import { useAct, useCall } from '../../../api/hooks.ts';
import { Facts } from '../../../components/facts.tsx';
import { placeErrors } from '../../../components/place-errors.ts';
import { FormProblem } from '../../../public/problem.tsx';
import { PublicLayout } from '../../../public/public-layout.tsx';
import { forgetArrival } from '../../../shell/arrival.ts';
import { leave, useSession } from '../../../shell/session.ts';
import { DaysItem, NameItem, RegionItem } from '../connect-items.tsx';
import '../channels.css';

/** Confirms linking a shop to this company, for sellers who started on the platform. */
export default function ShopBinding(): ReactNode {
  const { t } = useTranslation('channels');
  const [params] = useSearchParams();
  const state = params.get('state') ?? '';
  const signedIn = useSession() !== undefined;
  const arrival = useCall(findArrival, { state }, { enabled: signedIn && state !== '' });
  useEffect(() => {
    if (signedIn) forgetArrival();
  }, [signedIn]);
  // The sign-in page sends users who are already signed in back here.
  if (!signedIn && state !== '') return <Navigate to={platformSignInPath('', state)} replace />;
  const { data, error } = arrival;
  const gone = state === '' || error !== null;
  return (
    <PublicLayout
      title={t(data?.platform === WAREHOUSE_PLATFORM ? 'binding.warehouse' : 'title.binding')}
      intro={data && t('binding.intro', { platform: data.name })}
    >
      {gone ? (
        <Gone error={error} state={state} />
      ) : data ? (
        <Binding arrival={data} state={state} />
      ) : (
        <Skeleton active />
      )}
    </PublicLayout>
  );
}

function Gone({ error, state }: { error: ReturnType<typeof useCall>['error']; state: string }): ReactNode {
  const { t } = useTranslation('channels');
  const navigate = useNavigate();
  if (error?.code === 403)
    return (
      <Result
        status="warning"
        title={error.error === 'core.forbidden' ? t('binding.noRight') : error.msg}
        subTitle={t('binding.noRightText')}
        extra={<SwitchAccount state={state} />}
      />
    );
  return (
    <Result
      status="info"
      title={t('binding.gone')}
      subTitle={error?.msg ?? t('landing.emptyText')}
      extra={
        <Button type="primary" onClick={() => navigate('/system/channel')}>
          {t('landing.back')}
        </Button>
      }
    />
  );
}

function SwitchAccount({ state }: { state: string }): ReactNode {
  const { t } = useTranslation('channels');
  const change = async () => {
    await callApi(logout, {}, { quiet: true }).catch(() => {});
    leave(`/shopBinding?${new URLSearchParams({ state })}`);
  };
  return (
    <Button type="link" className="tw-inline-button" onClick={() => void change()}>
      {t('binding.switch')}
    </Button>
  );
}

interface Values {
  region?: string;
  name?: string;
  importDays: number;
}

function Binding({ arrival, state }: { arrival: ResultOf<typeof findArrival>; state: string }): ReactNode {
  const { t } = useTranslation('channels');
  const navigate = useNavigate();
  const session = useSession();
  const [form] = Form.useForm<Values>();
  const { platform, name, consented } = arrival;
  const bind = useAct(bindShop, {
    errors: 'form',
    onDone: (done) =>
      done.consentUrl
        ? window.location.assign(done.consentUrl)
        : navigate(landingPath(platform, done), { replace: true }),
  });
  const submit = (values: Values) =>
    bind.mutate(
      { ...values, state, origin: window.location.origin },
      { onError: (thrown) => void placeErrors(form, asApiError(thrown)) },
    );
  const leaving = bind.isSuccess && bind.data.consentUrl !== null;
  return (
    <Form form={form} layout="vertical" onFinish={submit}>
      <Facts
        columns={1}
        items={[
          [t('platform'), name],
          [t('binding.shop'), arrival.account ?? <span className="tw-muted">{t('binding.shopLater')}</span>],
          [t('binding.company'), session?.user.companyName],
          [
            t('binding.user'),
            <span key="user">
              {session?.user.userLoginId} <SwitchAccount state={state} />
            </span>,
          ],
        ]}
      />
      {bind.error && bind.error.fields.length === 0 && <FormProblem error={bind.error} />}
      {arrival.regions.length > 0 && <RegionItem regions={arrival.regions} initial={arrival.region ?? undefined} />}
      <NameItem />
      <DaysItem />
      <Alert
        type="info"
        showIcon
        title={t(consented ? 'binding.consented' : 'binding.toConsent', { platform: name })}
      />
      <Button
        className="tw-bind"
        type="primary"
        size="large"
        block
        htmlType="submit"
        loading={bind.isPending || leaving}
      >
        {consented ? t('binding.connect') : t('authorize.go', { platform: name })}
      </Button>
      <p className="tw-muted">{t('binding.caution', { platform: name })}</p>
    </Form>
  );
}
