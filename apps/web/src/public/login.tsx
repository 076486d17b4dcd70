import { CheckCircleFilled } from '@ant-design/icons';
import { login } from '@tradewind/contract/identity.ts';
import { Alert, Button, Form, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { queryClient } from '../api/query-client.ts';
import { enter } from '../shell/enter.ts';
import { noteActivity } from '../shell/idle.ts';
import { wantedPath } from '../shell/redirect.ts';
import { SESSION_KEY } from '../shell/session.ts';
import { CaptchaField, useCaptcha } from './captcha-field.tsx';
import { FormProblem } from './problem.tsx';
import { PublicFrame } from './public-frame.tsx';
import { ResendMail } from './resend-mail.tsx';
import { useFormAct } from './use-form-act.ts';

interface Credentials {
  userLoginId: string;
  password: string;
  checkCode?: string;
}

export default function Login(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [form] = Form.useForm<Credentials>();
  const captcha = useCaptcha();
  const [entering, setEntering] = useState(false);
  const act = useFormAct(login, form, captcha.renew);
  const submit = async (values: Credentials) => {
    const done = await act.submit({ ...values, userLoginId: values.userLoginId.trim() });
    if (!done) return;
    setEntering(true);
    noteActivity();
    try {
      await queryClient.fetchQuery({ queryKey: SESSION_KEY, queryFn: enter, staleTime: 0, retry: false });
      navigate(wantedPath(params), { replace: true });
    } catch {
      // enter() has said why.
      setEntering(false);
    }
  };
  return (
    <PublicFrame title={t('login.welcome')} aside={<Aside />}>
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
    </PublicFrame>
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
