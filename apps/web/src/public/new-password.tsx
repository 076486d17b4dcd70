import { CheckOutlined } from '@ant-design/icons';
import { Form, Input } from 'antd';
import type { NamePath } from 'antd/es/form/interface';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const FITS = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{12,16}$/;
const RULES = [
  ['length', /^.{12,16}$/],
  ['upper', /[A-Z]/],
  ['lower', /[a-z]/],
  ['digit', /\d/],
] as const;

interface NewPasswordProps {
  name: NamePath;
  label: string;
  repeatLabel: string;
  className?: string;
}

/** A new password, twice, with the rule ticked off while it is typed. */
export function NewPassword({ name, label, repeatLabel, className = '' }: NewPasswordProps): ReactNode {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const typed: unknown = Form.useWatch(name, form);
  const text = typeof typed === 'string' ? typed : '';
  return (
    <>
      <Form.Item
        className={className}
        name={name}
        label={label}
        rules={[
          { required: true, message: t('password.need') },
          { pattern: FITS, message: t('password.rule') },
        ]}
        extra={
          <ul className="tw-rules">
            {RULES.map(([key, pattern]) => (
              <li key={key} data-ok={pattern.test(text) || undefined}>
                {pattern.test(text) && <CheckOutlined />} {t(`password.${key}`)}
              </li>
            ))}
          </ul>
        }
      >
        <Input.Password autoComplete="new-password" maxLength={16} />
      </Form.Item>
      <Form.Item
        className={className}
        name="repeat"
        label={repeatLabel}
        dependencies={[name]}
        rules={[
          { required: true, message: t('password.need') },
          {
            validator: async (_, value) =>
              value && value !== text ? Promise.reject(new Error(t('password.different'))) : undefined,
          },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={16} />
      </Form.Item>
    </>
  );
}
