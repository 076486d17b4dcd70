import { rights } from '@tradewind/contract/access/modules.ts';
import {
  disableUser,
  enableUser,
  endAbsence,
  getOneUserForUpdate,
  listMembers,
  mailPasswordKey,
  resetSecondFactor,
  userAccountDel,
} from '@tradewind/contract/identity.ts';
import { Button, Dropdown, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { ActionButton, useMay } from '../../components/can.tsx';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import { Facts } from '../../components/facts.tsx';
import { DateTime, None } from '../../components/figures.tsx';
import type { DetailTools } from '../../components/list-page.tsx';
import { showPermissions } from '../../shell/permission-signal.ts';
import { useUser } from '../../shell/session.ts';
import { AccountState } from './account-columns.tsx';
import { AbsenceForm, PasswordForm, SwapForm } from './account-dialogs.tsx';
import { AccountForm } from './account-form.tsx';

const REFRESH = [listMembers, getOneUserForUpdate];
type Dialog = 'edit' | 'password' | 'swap' | 'absence';

export function AccountDrawer({ userLoginId, tools }: { userLoginId: string; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('identity');
  const may = useMay();
  const self = useUser();
  const account = useCall(getOneUserForUpdate, { userLoginId });
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const it = account.data;
  const untouchable = it?.mainAccount && !self.mainAccount ? t('account.onlyMain') : undefined;
  return (
    <>
      <DetailDrawer
        {...tools}
        title={it ? `${it.name} (${it.userLoginId})` : ''}
        status={it && <AccountState row={it} />}
        query={account}
        actions={
          it && (
            <Space wrap>
              {may(rights.account.edit) && (
                <ActionButton type="primary" reason={untouchable} onClick={() => setDialog('edit')}>
                  {t('account.edit')}
                </ActionButton>
              )}
              {may(rights.account.permission) && !it.mainAccount && (
                <Button onClick={() => showPermissions(it.userLoginId)}>{t('account.permission')}</Button>
              )}
              <Access account={it} untouchable={untouchable} onGone={tools.close} />
              <More account={it} untouchable={untouchable} onChoose={setDialog} />
            </Space>
          )
        }
      >
        {it && <Details account={it} mayEdit={may(rights.account.edit)} />}
      </DetailDrawer>
      {it && dialog === 'edit' && (
        <AccountForm key={it.version} account={it} onReload={() => void account.refetch()} onClose={close} />
      )}
      {it && dialog === 'password' && <PasswordForm person={it} onClose={close} />}
      {it && dialog === 'absence' && <AbsenceForm person={it} own={it.id === self.userId} onClose={close} />}
      {it && dialog === 'swap' && (
        <SwapForm person={it} mayDelete={may(rights.account.delete)} onClose={close} onGone={tools.close} />
      )}
    </>
  );
}

type Loaded = NonNullable<ReturnType<typeof useCall<typeof getOneUserForUpdate>>['data']>;
interface Part {
  account: Loaded;
  untouchable: string | undefined;
}

function Access({ account, untouchable, onGone }: Part & { onGone: () => void }): ReactNode {
  const { t } = useTranslation('identity');
  const may = useMay();
  const self = useUser();
  const { name, userLoginId } = account;
  const enable = useAct(enableUser, { refresh: REFRESH, success: t('account.enabledDone') });
  const disable = useAct(disableUser, { refresh: REFRESH, success: t('account.disabledDone') });
  const reset = useAct(resetSecondFactor, { refresh: REFRESH, success: t('factor.resetDone') });
  const remove = useAct(userAccountDel, { refresh: [listMembers] });
  const own = account.id === self.userId ? t('account.yourself') : untouchable;
  const onRemove = async () => {
    const { failed } = await remove.mutateAsync({ userLoginIds: [userLoginId] });
    if (failed[0]) toast.error(failed[0].reason);
    else onGone();
  };
  return (
    <Space wrap>
      {!account.enabled && may(enableUser) && (
        <ActionButton reason={untouchable} loading={enable.isPending} onClick={() => enable.mutate({ userLoginId })}>
          {t('account.enable')}
        </ActionButton>
      )}
      {account.enabled && may(disableUser) && (
        <ConfirmDanger
          title={t('account.disableTitle', { name })}
          consequence={t('account.disableText')}
          verb={t('account.disable')}
          reason={own}
          onConfirm={() => disable.mutateAsync({ userLoginId })}
        />
      )}
      {account.secondFactor && may(resetSecondFactor) && account.id !== self.userId && (
        <ConfirmDanger
          title={t('factor.resetTitle', { name })}
          consequence={t('factor.resetText')}
          verb={t('factor.reset')}
          reason={untouchable}
          onConfirm={() => reset.mutateAsync({ userLoginId })}
        />
      )}
      {may(userAccountDel) && (
        <ConfirmDanger
          title={t('account.removeTitle', { name })}
          consequence={t('account.removeText')}
          verb={t('account.remove')}
          reason={own}
          onConfirm={onRemove}
        />
      )}
    </Space>
  );
}

function More({ account, untouchable, onChoose }: Part & { onChoose: (dialog: Dialog) => void }): ReactNode {
  const { t } = useTranslation('identity');
  const may = useMay();
  const self = useUser();
  const mail = useAct(mailPasswordKey, { success: t('account.mailed') });
  const own = account.id === self.userId;
  const items = [
    ...(may(rights.account.password) && !own ? [{ key: 'password', label: t('account.password') }] : []),
    ...((may(rights.account.password) || may(rights.account.add)) && account.enabled
      ? [{ key: 'mail', label: t('account.mail') }]
      : []),
    ...(may(rights.account.swap) ? [{ key: 'swap', label: t('swap.verb') }] : []),
    ...(may(rights.account.edit) || own ? [{ key: 'absence', label: t('absence.set') }] : []),
  ].map((item) => ({ ...item, disabled: untouchable !== undefined }));
  if (items.length === 0) return null;
  const choose = (key: string) => {
    if (key === 'mail') mail.mutate({ userLoginId: account.userLoginId });
    else if (key === 'password' || key === 'swap' || key === 'absence') onChoose(key);
  };
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => choose(key) }}>
      <Button>{t('account.more')}</Button>
    </Dropdown>
  );
}

function Details({ account: it, mayEdit }: { account: Loaded; mayEdit: boolean }): ReactNode {
  const { t } = useTranslation('identity');
  const self = useUser();
  const end = useAct(endAbsence, { refresh: REFRESH, success: t('absence.ended') });
  const neverSet = new Date(it.passwordChangedAt).getTime() === 0;
  return (
    <>
      <Facts
        items={[
          [t('account.department'), it.departmentName ?? <None key="d" />],
          [t('account.position'), it.positionName ?? <None key="p" />],
          [t('account.supervisor'), it.supervisorName ?? <None key="s" />],
          [t('account.reports'), it.reports || <None key="r" />],
          [t('account.email'), `${it.email} · ${t(it.emailVerified ? 'account.verified' : 'account.unverified')}`],
          [t('account.phone'), it.phone || <None key="t" />],
          [t('account.sessions'), it.sessions || <None key="n" />],
          [
            t('account.passwordChangedAt'),
            neverSet ? t('account.passwordInitial') : <DateTime key="w" at={it.passwordChangedAt} />,
          ],
          [t('factor.title'), t(it.secondFactor ? 'factor.isOn' : 'factor.isOff')],
          [t('account.createdAt'), <DateTime key="c" at={it.createdAt} />],
        ]}
      />
      {it.absence && (
        <section className="tw-panel">
          <strong>{t(it.absence.now ? 'account.away' : 'account.awaySoon')}</strong> <DateTime at={it.absence.fromAt} />{' '}
          – <DateTime at={it.absence.untilAt} /> · {t('absence.delegate')} {it.absence.delegateName}{' '}
          {(mayEdit || it.id === self.userId) && (
            <Button
              size="small"
              loading={end.isPending}
              onClick={() => end.mutate(it.id === self.userId ? {} : { userLoginId: it.userLoginId })}
            >
              {t('absence.end')}
            </Button>
          )}
        </section>
      )}
    </>
  );
}
