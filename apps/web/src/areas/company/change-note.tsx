import type { ResultOf } from '@tradewind/contract/call.ts';
import { cancelCompanyChange, getCompanyByCustomerId } from '@tradewind/contract/company.ts';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../api/hooks.ts';
import { formatInstant } from '../../components/format.ts';
import { useTimeZone } from '../../shell/session.ts';

type Change = NonNullable<ResultOf<typeof getCompanyByCustomerId>['change']>;

/** The changes of a request, compared with now. */
export function Desired({ change }: { change: Pick<Change, 'name' | 'licenceNumber' | 'licenceFile'> }): ReactNode {
  const { t } = useTranslation('company');
  return (
    <>
      {change.name !== null && <div>{t('wanted.name', { value: change.name })}</div>}
      {change.licenceNumber !== null && <div>{t('wanted.number', { value: change.licenceNumber })}</div>}
      {change.licenceFile && <div>{t('wanted.file')}</div>}
    </>
  );
}

/** The status of the last change request. */
export function ChangeNote({ change, may }: { change: Change | null; may: boolean }): ReactNode {
  const { t } = useTranslation('company');
  const timeZone = useTimeZone();
  const withdraw = useAct(cancelCompanyChange, { refresh: [getCompanyByCustomerId], success: t('withdrawn') });
  if (change?.state !== 'applying' && change?.state !== 'rejected') return null;
  const open = change.state === 'applying';
  return (
    <Alert
      type={open ? 'info' : 'warning'}
      showIcon
      title={`${t(`change.${change.state}`)} (${formatInstant(change.decidedAt ?? change.createdAt, timeZone)})`}
      description={
        <>
          <Desired change={change} />
          {change.remark}
        </>
      }
      action={
        open &&
        may && (
          <Button loading={withdraw.isPending} onClick={() => withdraw.mutate({ id: change.id })}>
            {t('withdraw')}
          </Button>
        )
      }
    />
  );
}
