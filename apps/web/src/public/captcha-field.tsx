import { getCheckCode } from '@tradewind/contract/identity.ts';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../api/hooks.ts';

export interface Captcha {
  /** undefined while the server has not said whether it wants one. */
  svg: string | undefined;
  required: boolean;
  renew: () => void;
}

export function useCaptcha(): Captcha {
  const picture = useCall(getCheckCode, {}, { staleMs: Number.POSITIVE_INFINITY, always: true });
  return {
    svg: picture.data?.svg,
    required: picture.data?.required ?? false,
    renew: () => void picture.refetch(),
  };
}

/** The picture is drawn as an image, so that nothing in it can act. */
export function CaptchaField({ captcha }: { captcha: Captcha }): ReactNode {
  const { t } = useTranslation();
  if (!captcha.required) return null;
  return (
    <Form.Item label={t('login.code')} required htmlFor="checkCode">
      <div className="tw-captcha">
        <Form.Item
          noStyle
          name="checkCode"
          rules={[{ required: true, whitespace: true, message: t('login.needCode') }]}
        >
          <Input id="checkCode" size="large" maxLength={10} autoComplete="off" />
        </Form.Item>
        <button type="button" title={t('login.newCode')} aria-label={t('login.newCode')} onClick={captcha.renew}>
          {captcha.svg && <img alt="" src={`data:image/svg+xml;utf8,${encodeURIComponent(captcha.svg)}`} />}
        </button>
      </div>
    </Form.Item>
  );
}
