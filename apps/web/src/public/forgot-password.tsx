import { forgetPassword, updatePassword } from '@tradewind/contract/identity.ts';
import { Button, Form, Input, Result } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { toast } from '../api/toast.ts';
import { CaptchaField, useCaptcha } from './captcha-field.tsx';
import { NewPassword } from './new-password.tsx';
import { FormProblem } from './problem.tsx';
import { PublicLayout } from './public-layout.tsx';
import { useFormAct } from './use-form-act.ts';

/** Without a key it asks for the mail; the mail's link brings the key and the new password is set here. */
export default function ForgotPassword(): ReactNode {
  const [params] = useSearchParams();
  const key = params.get('key');
  return key ? <SetPassword mailKey={key} /> : <AskForMail />;
}

function AskForMail(): ReactNode {
  const { t } = useTranslation();
  const [form] = Form.useForm();
  const captcha = useCaptcha();
  const [sent, setSent] = useState(false);
  const act = useFormAct(forgetPassword, form, captcha.renew);
  if (sent)
    return (
      <PublicLayout title={t('password.forgotTitle')}>
        <Result
          status="success"
          title={t('password.sentTitle')}
          subTitle={t('password.sentText')}
          extra={<Link to="/login">{t('password.toLogin')}</Link>}
        />
      </PublicLayout>
    );
  return (
    <PublicLayout title={t('password.forgotTitle')} intro={t('password.forgotIntro')}>
      <Form
        form={form}
        layout="vertical"
        size="large"
        requiredMark={false}
        onFinish={async (values) => setSent((await act.submit(values)) !== undefined)}
      >
        <FormProblem error={act.problem} />
        <Form.Item
          name="userLoginId"
          label={t('login.id')}
          rules={[{ required: true, whitespace: true, message: t('login.needId') }]}
        >
          <Input autoFocus autoComplete="username" maxLength={60} />
        </Form.Item>
        <CaptchaField captcha={captcha} />
        <Button type="primary" htmlType="submit" block loading={act.busy}>
          {t('password.send')}
        </Button>
      </Form>
      <div className="tw-public-line">
        <Link to="/login">{t('password.toLogin')}</Link>
      </div>
    </PublicLayout>
  );
}

function SetPassword({ mailKey }: { mailKey: string }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [form] = Form.useForm<{ password: string }>();
  const act = useFormAct(updatePassword, form);
  const submit = async ({ password }: { password: string }) => {
    if (!(await act.submit({ key: mailKey, password }))) return;
    toast.success(t('password.setDone'));
    navigate('/login', { replace: true });
  };
  return (
    <PublicLayout title={t('password.resetTitle')}>
      <Form form={form} layout="vertical" size="large" requiredMark={false} onFinish={(values) => void submit(values)}>
        <FormProblem error={act.problem} />
        <NewPassword name="password" label={t('password.new')} repeatLabel={t('password.repeat')} />
        <Button type="primary" htmlType="submit" block loading={act.busy}>
          {t('password.set')}
        </Button>
      </Form>
    </PublicLayout>
  );
}
