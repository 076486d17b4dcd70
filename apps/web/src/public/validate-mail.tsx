import { companyValidateMail } from '@tradewind/contract/company.ts';
import { mailValidate } from '@tradewind/contract/identity.ts';
import { Result, Spin } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useCall } from '../api/hooks.ts';
import { PublicLayout } from './public-layout.tsx';

/** Lands from a mail. type=user validates a user's address, anything else the company's. */
export default function ValidateMail(): ReactNode {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const key = params.get('key') ?? '';
  const call = params.get('type') === 'user' ? mailValidate : companyValidateMail;
  const answer = useCall(call, { key }, { enabled: key !== '', staleMs: Number.POSITIVE_INFINITY });
  const toLogin = <Link to="/login">{t('mail.toLogin')}</Link>;
  return (
    <PublicLayout title={t('mail.title')}>
      {key === '' ? (
        <Result status="warning" title={t('mail.failed')} subTitle={t('mail.missing')} extra={toLogin} />
      ) : answer.isSuccess ? (
        <Result status="success" title={t('mail.done')} subTitle={t('mail.doneText')} extra={toLogin} />
      ) : answer.isError ? (
        <Result status="error" title={t('mail.failed')} subTitle={answer.error.msg} extra={toLogin} />
      ) : (
        <div role="status">
          <Spin /> {t('mail.running')}
        </div>
      )}
    </PublicLayout>
  );
}
