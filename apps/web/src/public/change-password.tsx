import { editPasswordWithOriginal } from '@tradewind/contract/identity.ts';
import { Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { toast } from '../api/toast.ts';
import { renewSession, useSession } from '../shell/session.ts';
import { NewPassword } from './new-password.tsx';
import { FormProblem } from './problem.tsx';
import { PublicLayout } from './public-layout.tsx';
import { useFormAct } from './use-form-act.ts';

interface Change {
  originalPassword: string;
  password: string;
}

export default function ChangePassword(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useSession()?.user;
  const [form] = Form.useForm<Change>();
  const act = useFormAct(editPasswordWithOriginal, form);
  if (!user)
    return (
      <PublicLayout title={t('password.changeTitle')} intro={t('guard.noUser')}>
        <Link to="/login?redirect=/ChangePassword">{t('password.toLogin')}</Link>
      </PublicLayout>
    );
  const submit = async ({ originalPassword, password }: Change) => {
    if (!(await act.submit({ userLoginId: user.userLoginId, originalPassword, password }))) return;
    toast.success(t('password.changed'));
    await renewSession();
    navigate('/', { replace: true });
  };
  return (
    <PublicLayout
      title={t('password.changeTitle')}
      intro={t(user.passwordDaysLeft < 0 ? 'password.expired' : 'password.changeIntro')}
    >
      <Form form={form} layout="vertical" size="large" requiredMark={false} onFinish={(values) => void submit(values)}>
        <FormProblem error={act.problem} />
        <input type="text" hidden readOnly autoComplete="username" value={user.userLoginId} />
        <Form.Item
          name="originalPassword"
          label={t('password.original')}
          rules={[{ required: true, message: t('password.need') }]}
        >
          <Input.Password autoFocus autoComplete="current-password" maxLength={100} />
        </Form.Item>
        <NewPassword name="password" label={t('password.new')} repeatLabel={t('password.repeat')} />
        <Button type="primary" htmlType="submit" block loading={act.busy}>
          {t('password.change')}
        </Button>
      </Form>
      <div className="tw-public-line">
        <Link to="/">{t('page.home')}</Link>
      </div>
    </PublicLayout>
  );
}
