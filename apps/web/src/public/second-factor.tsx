import type { ResultOf } from '@tradewind/contract/call.ts';
import { enableSecondFactor, getSecondFactor, listSessions, startSecondFactor } from '@tradewind/contract/identity.ts';
import { Button, Form, Input, QRCode } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { callKey, useCall } from '../api/hooks.ts';
import { queryClient } from '../api/query-client.ts';
import { RecoveryCodes } from '../components/recovery-codes.tsx';
import { leave, renewSession, type UserInfo, useSession } from '../shell/session.ts';
import { FormProblem } from './problem.tsx';
import { PublicLayout } from './public-layout.tsx';
import { useFormAct } from './use-form-act.ts';

/** Turns on two-step sign-in: by a user's own wish, or because their company requires it. */
export default function SecondFactor(): ReactNode {
  const { t } = useTranslation();
  const user = useSession()?.user;
  if (!user)
    return (
      <PublicLayout title={t('factor.title')} intro={t('guard.noUser')}>
        <Link to="/login?redirect=/SecondFactor">{t('password.toLogin')}</Link>
      </PublicLayout>
    );
  return <Setup user={user} />;
}

function Setup({ user }: { user: UserInfo }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const present = useCall(getSecondFactor, {}, { always: true });
  const [app, setApp] = useState<ResultOf<typeof startSecondFactor>>();
  const [codes, setCodes] = useState<readonly string[]>();
  const finish = async () => {
    // The profile may have read them a moment ago; other sessions have ended.
    const changed = [getSecondFactor, listSessions];
    await Promise.all([
      renewSession(),
      ...changed.map((call) => queryClient.invalidateQueries({ queryKey: callKey(call) })),
    ]);
    navigate(user.secondFactorNeeded ? '/' : '/profile', { replace: true });
  };
  if (codes)
    return (
      <PublicLayout title={t('factor.doneTitle')} intro={t('factor.doneText')} wide>
        <RecoveryCodes codes={codes} />
        <Button className="tw-factor-done" type="primary" size="large" block onClick={() => void finish()}>
          {t('factor.saved')}
        </Button>
      </PublicLayout>
    );
  if (present.data?.enabledAt)
    return (
      <PublicLayout title={t('factor.title')} intro={t('factor.isOn')}>
        <Link to="/profile">{t('title.profile')}</Link>
      </PublicLayout>
    );
  return (
    <PublicLayout title={t('factor.title')} intro={t(user.secondFactorNeeded ? 'factor.needed' : 'factor.intro')}>
      {app ? <FirstCode app={app} onDone={setCodes} /> : <Password user={user} onDone={setApp} />}
      <div className="tw-public-line">
        {user.secondFactorNeeded ? (
          <Button type="link" size="small" onClick={() => leave()}>
            {t('user.logout')}
          </Button>
        ) : (
          <Link to="/profile">{t('factor.later')}</Link>
        )}
      </div>
    </PublicLayout>
  );
}

interface StepProps<T> {
  onDone: (result: T) => void;
}

function Password({ user, onDone }: StepProps<ResultOf<typeof startSecondFactor>> & { user: UserInfo }): ReactNode {
  const { t } = useTranslation();
  const [form] = Form.useForm<{ password: string }>();
  const act = useFormAct(startSecondFactor, form);
  const submit = async (values: { password: string }) => {
    const made = await act.submit(values);
    if (made) onDone(made);
  };
  return (
    <Form form={form} layout="vertical" size="large" requiredMark={false} onFinish={(values) => void submit(values)}>
      <FormProblem error={act.problem} />
      <input type="text" hidden readOnly autoComplete="username" value={user.userLoginId} />
      <Form.Item name="password" label={t('factor.password')} rules={[{ required: true, message: t('password.need') }]}>
        <Input.Password autoFocus autoComplete="current-password" maxLength={100} />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={act.busy}>
        {t('factor.next')}
      </Button>
    </Form>
  );
}

function FirstCode({
  app,
  onDone,
}: StepProps<readonly string[]> & { app: ResultOf<typeof startSecondFactor> }): ReactNode {
  const { t } = useTranslation();
  const [form] = Form.useForm<{ code: string }>();
  const act = useFormAct(enableSecondFactor, form);
  const submit = async (values: { code: string }) => {
    const done = await act.submit(values);
    if (done) onDone(done.recoveryCodes);
  };
  return (
    <Form form={form} layout="vertical" size="large" requiredMark={false} onFinish={(values) => void submit(values)}>
      <FormProblem error={act.problem} />
      <ol className="tw-factor-steps">
        <li>{t('factor.install')}</li>
        <li>
          {t('factor.scan')}
          {/* Cameras read dark on light, in every theme. */}
          <QRCode type="svg" value={app.address} color="#000" bgColor="#fff" size={196} aria-label={t('factor.qr')} />
          <div className="tw-muted">{t('factor.type')}</div>
          <code className="tw-factor-secret">{app.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </li>
        <li>{t('factor.confirm')}</li>
      </ol>
      <Form.Item
        name="code"
        label={t('code.code')}
        rules={[{ required: true, whitespace: true, message: t('code.need') }]}
      >
        <Input autoFocus autoComplete="one-time-code" inputMode="numeric" maxLength={10} />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={act.busy}>
        {t('factor.enable')}
      </Button>
    </Form>
  );
}
