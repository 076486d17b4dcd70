import { reSendCheckCode } from '@tradewind/contract/company.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../api/hooks.ts';

/** Beneath the refusal to a company that has not opened its validation mail yet. */
export function ResendMail({ userLoginId }: { userLoginId: string }): ReactNode {
  const { t } = useTranslation();
  const resend = useAct(reSendCheckCode, { success: t('login.resent') });
  return (
    <p>
      <Button
        block
        loading={resend.isPending}
        disabled={resend.isSuccess}
        onClick={() => resend.mutate({ userLoginId: userLoginId.trim() })}
      >
        {t(resend.isSuccess ? 'login.resent' : 'login.resend')}
      </Button>
    </p>
  );
}
