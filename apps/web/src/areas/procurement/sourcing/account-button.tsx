import { ShopOutlined } from '@ant-design/icons';
import { connectSourcing, disconnectSourcing, sourcingAccount } from '@tradewind/contract/procurement.ts';
import { Alert, Button, Skeleton } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useAct, useCall, useRefresh } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';

const REASONS = ['state', 'browser', 'denied', 'exchange'] as const;

/** The company's account of 1688, on the page of suppliers; also the place where the consent page sends people back to. */
export function AccountButton(): ReactNode {
  const { t } = useTranslation('procurement');
  const [open, setOpen] = useState(false);
  const query = useCall(sourcingAccount, {});
  useArrival(() => setOpen(true));
  const account = query.data?.account;
  return (
    <>
      <Button icon={<ShopOutlined />} danger={account?.state === 'expired'} onClick={() => setOpen(true)}>
        {t('sourcing.account')}
      </Button>
      <PageDrawer open={open} title={t('sourcing.account')} size={520} onClose={() => setOpen(false)}>
        {query.data ? <Account data={query.data} /> : <Skeleton active />}
      </PageDrawer>
    </>
  );
}

/** Says what came of the consent, once: the address forgets it. */
function useArrival(onArrival: () => void): void {
  const { t } = useTranslation('procurement');
  const [params, setParams] = useSearchParams();
  const refresh = useRefresh();
  const answer = params.get('connected1688');
  useEffect(() => {
    if (answer === null) return;
    const reason = REASONS.find((one) => one === answer) ?? 'state';
    if (answer === 'ok') toast.success(t('sourcing.connected'));
    else toast.error(new Error(t(`sourcing.failed.${reason}`)));
    refresh(sourcingAccount);
    onArrival();
    params.delete('connected1688');
    setParams(params, { replace: true });
  });
}

function Account({
  data,
}: {
  data: NonNullable<ReturnType<typeof useCall<typeof sourcingAccount>>['data']>;
}): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const connect = useAct(connectSourcing, { onDone: ({ consentUrl }) => window.location.assign(consentUrl) });
  const disconnect = useAct(disconnectSourcing, {
    refresh: [sourcingAccount],
    success: t('sourcing.disconnected'),
  });
  const { account, offered, standIn } = data;
  if (!offered) return <Alert type="info" showIcon title={t('sourcing.notOffered')} />;
  const good = account?.state === 'authorized';
  return (
    <>
      {standIn && <Alert type="info" showIcon title={t('sourcing.standIn')} style={{ marginBottom: 12 }} />}
      {account ? (
        <Facts
          columns={1}
          items={[
            [t('sourcing.name'), account.name],
            [
              t('sourcing.status'),
              <StatusTag key="s" tone={good ? 'good' : 'bad'}>
                {t(good ? 'sourcing.authorized' : 'sourcing.expired')}
              </StatusTag>,
            ],
            [t('sourcing.authorizedAt'), <DateTime key="a" at={account.authorizedAt} />],
            [t('sourcing.endsAt'), account.endsAt && <DateTime key="e" at={account.endsAt} />],
          ]}
        />
      ) : (
        <p>{t('sourcing.intro')}</p>
      )}
      {may(connectSourcing) && (
        <div className="tw-money-bar" style={{ marginTop: 16 }}>
          <ActionButton
            {...(good ? {} : { type: 'primary' as const })}
            loading={connect.isPending || connect.isSuccess}
            onClick={() => connect.mutate({ origin: window.location.origin })}
          >
            {t(account ? 'sourcing.again' : 'sourcing.authorize')}
          </ActionButton>
          {account && (
            <ConfirmDanger
              title={t('sourcing.disconnectTitle')}
              consequence={t('sourcing.disconnectText')}
              verb={t('sourcing.disconnect')}
              onConfirm={() => disconnect.mutateAsync({ idempotencyKey: crypto.randomUUID() })}
            />
          )}
        </div>
      )}
    </>
  );
}
