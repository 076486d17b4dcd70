import { confirmSignIn } from '@tradewind/contract/identity.ts';
import { Button, Checkbox, Form, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormProblem } from './problem.tsx';
import { useFormAct } from './use-form-act.ts';

interface CodeStepProps {
  /** The company lets browsers skip the code. */
  mayRemember: boolean;
  entering: boolean;
  onDone: () => void;
  onBack: () => void;
}

/** The second step of a sign-in. The browser holds the proof of the first in a cookie. */
export function CodeStep({ mayRemember, entering, onDone, onBack }: CodeStepProps): ReactNode {
  const { t } = useTranslation();
  const [form] = Form.useForm<{ code: string; remember?: boolean }>();
  const act = useFormAct(confirmSignIn, form);
  const [recovery, setRecovery] = useState(false);
  const change = () => {
    form.resetFields(['code']);
    setRecovery(!recovery);
  };
  return (
    <Form
      form={form}
      layout="vertical"
      size="large"
      requiredMark={false}
      onFinish={async (values) => (await act.submit(values)) && onDone()}
    >
      <FormProblem error={act.problem} />
      <Form.Item
        key={String(recovery)}
        name="code"
        label={t(recovery ? 'code.recovery' : 'code.code')}
        extra={t(recovery ? 'code.recoveryHelp' : 'code.help')}
        rules={[{ required: true, whitespace: true, message: t('code.need') }]}
      >
        {recovery ? (
          <Input autoFocus autoComplete="off" maxLength={40} />
        ) : (
          <Input autoFocus autoComplete="one-time-code" inputMode="numeric" maxLength={10} />
        )}
      </Form.Item>
      {mayRemember && (
        <Form.Item name="remember" valuePropName="checked">
          <Checkbox>{t('code.remember')}</Checkbox>
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" block loading={act.busy || entering}>
        {t('code.submit')}
      </Button>
      <div className="tw-public-line">
        <Button type="link" size="small" onClick={change}>
          {t(recovery ? 'code.useApp' : 'code.useRecovery')}
        </Button>
        <Button type="link" size="small" onClick={onBack}>
          {t('code.back')}
        </Button>
      </div>
    </Form>
  );
}
