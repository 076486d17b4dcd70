import { CheckCircleFilled } from '@ant-design/icons';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { login, shopifyLogin } from '@tradewind/contract/identity.ts';
import { Alert, Button, Form, Input } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { queryClient } from '../api/query-client.ts';
import { knownPlatform } from '../platform-names.ts';
import { noteArrival } from '../shell/arrival.ts';
import { enter } from '../shell/enter.ts';
import { noteActivity } from '../shell/idle.ts';
import { redirectPath } from '../shell/redirect.ts';
import { SESSION_KEY } from '../shell/session.ts';
import { CaptchaField, useCaptcha } from './captcha-field.tsx';
import { CodeStep } from './code-step.tsx';
import { FormProblem } from './problem.tsx';
import { PublicLayout } from './public-layout.tsx';
import { ResendMail } from './resend-mail.tsx';
import { useFormAct } from './use-form-act.ts';

interface Credentials {
  userLoginId: string;
  password: string;
  checkCode?: string;
}

/** What the seller came from, where the sign-in finishes what they began on a platform. */
function useComingFrom(): { ours: boolean; title: string } {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const state = params.get('state');
  const ours = pathname === '/login';
  useEffect(() => {
    if (!ours && state) noteArrival(state);
  }, [ours, state]);
  if (ours) return { ours, title: t('login.welcome') };
  if (pathname === '/shopWarehouseLogin') return { ours, title: t('login.toBindWarehouse') };
  const platform = knownPlatform(pathname === '/shopifyLogin' ? 'shopify' : params.get('platform'));
  return { ours, title: platform ? t('login.toBind', { platform }) : t('login.toBindAny') };
}

/** Signs in. Sellers who began on a platform sign in here too, and go on to bind their shop. */
export default function Login(): ReactNode {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { ours, title } = useComingFrom();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [form] = Form.useForm<Credentials>();
  const captcha = useCaptcha();
  const [entering, setEntering] = useState(false);
  const act = useFormAct(ours ? login : shopifyLogin, form, captcha.renew);
  const [first, setFirst] = useState<ResultOf<typeof login>>();
  const submit = async (values: Credentials) => {
    const entry = await act.submit({ ...values, userLoginId: values.userLoginId.trim() });
    if (entry?.step === 'code') setFirst(entry);
    else if (entry) await goIn();
  };
  const goIn = async () => {
    setEntering(true);
    // Before the guard, which sees the session at once, has led there: the page itself may forget what it came by.
    const desired = redirectPath(params, pathname);
    noteActivity();
    try {
      await queryClient.fetchQuery({ queryKey: SESSION_KEY, queryFn: enter, staleTime: 0, retry: false });
      navigate(desired, { replace: true });
    } catch {
      // enter() has said why.
      setEntering(false);
    }
  };
  const startOver = () => {
    setFirst(undefined);
    captcha.renew();
  };
  if (first)
    return (
      <PublicLayout title={t('code.title')} aside={<Aside />}>
        <CodeStep mayRemember={first.mayRemember} entering={entering} onDone={() => void goIn()} onBack={startOver} />
      </PublicLayout>
    );
  return (
    <PublicLayout title={title} intro={ours ? undefined : t('login.toBindText')} aside={<Aside />}>
      {params.has('isLogout') && <Alert type="info" showIcon title={t('login.signedOut')} role="status" />}
      <Form form={form} layout="vertical" size="large" requiredMark={false} onFinish={(values) => void submit(values)}>
        <FormProblem error={act.problem} />
        {act.problem?.error === 'company.notValidated' && (
          <ResendMail userLoginId={form.getFieldValue('userLoginId')} />
        )}
        <Form.Item
          name="userLoginId"
          label={t('login.id')}
          rules={[{ required: true, whitespace: true, message: t('login.needId') }]}
        >
          <Input autoFocus autoComplete="username" maxLength={60} />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('login.password')}
          rules={[{ required: true, message: t('login.needPassword') }]}
        >
          <Input.Password autoComplete="current-password" maxLength={100} />
        </Form.Item>
        <CaptchaField captcha={captcha} />
        <Button type="primary" htmlType="submit" block loading={act.busy || entering}>
          {t('login.submit')}
        </Button>
      </Form>
      <div className="tw-public-line">
        <Link to="/Forgetpassword">{t('login.forgot')}</Link>
        <span>
          <span className="tw-muted">{t('login.noAccount')}</span>{' '}
          <Link to="/companyRegister">{t('login.register')}</Link>
        </span>
      </div>
    </PublicLayout>
  );
}

function Aside(): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="tw-public-aside">
      <h2>{t('app.slogan')}</h2>
      <ul>
        {(['one', 'two', 'three'] as const).map((key) => (
          <li key={key}>
            <CheckCircleFilled />
            {t(`login.points.${key}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}
