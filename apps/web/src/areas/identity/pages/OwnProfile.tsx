import { endAbsence, getOneUser } from '@tradewind/contract/identity.ts';
import { Button, Skeleton, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAct, useCall } from '../../../api/hooks.ts';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, None } from '../../../components/figures.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { useUser } from '../../../shell/session.ts';
import { AbsenceForm } from '../account-dialogs.tsx';
import { SecondFactorPanel } from '../second-factor-panel.tsx';
import { SessionsPanel } from '../sessions-panel.tsx';
import '../identity.css';

/** The user's own account, and their absence with its delegate. */
export default function OwnProfile(): ReactNode {
  const { t } = useTranslation('identity');
  const navigate = useNavigate();
  const { reducedMenu, sample } = useUser();
  const own = useCall(getOneUser, {});
  const [setting, setSetting] = useState(false);
  const end = useAct(endAbsence, { refresh: [getOneUser], success: t('absence.ended') });
  if (own.isPending) return <Skeleton active />;
  if (own.error) return <PageError error={own.error} onRetry={() => void own.refetch()} />;
  const it = own.data;
  return (
    <div className="tw-profile">
      <section className="tw-panel">
        <Facts
          items={[
            [t('account.name'), it.name],
            [t('account.login'), it.userLoginId],
            [t('account.department'), it.departmentName ?? <None key="d" />],
            [t('account.position'), it.positionName ?? <None key="p" />],
            [t('account.supervisor'), it.supervisorName ?? <None key="s" />],
            [t('account.email'), `${it.email} · ${t(it.emailVerified ? 'account.verified' : 'account.unverified')}`],
            [t('account.phone'), it.phone || <None key="t" />],
            [t('profile.passwordEnds'), <DateTime key="e" at={it.passwordEndsAt} />],
          ]}
        />
        {!reducedMenu && <Button onClick={() => navigate('/ChangePassword')}>{t('profile.change')}</Button>}
      </section>
      {!sample && <SecondFactorPanel />}
      {!sample && <SessionsPanel />}
      <section className="tw-panel">
        <h3>{t('absence.title')}</h3>
        {it.absence ? (
          <p>
            <DateTime at={it.absence.fromAt} /> – <DateTime at={it.absence.untilAt} /> · {t('absence.delegate')}{' '}
            <strong>{it.absence.delegateName}</strong>
          </p>
        ) : (
          <p className="tw-muted">{t('absence.none')}</p>
        )}
        <Space>
          <Button type="primary" onClick={() => setSetting(true)}>
            {t('absence.set')}
          </Button>
          {it.absence && (
            <Button loading={end.isPending} onClick={() => end.mutate({})}>
              {t('absence.end')}
            </Button>
          )}
        </Space>
      </section>
      {setting && <AbsenceForm person={it} own onClose={() => setSetting(false)} />}
    </div>
  );
}
