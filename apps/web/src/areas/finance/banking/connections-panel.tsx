import { LinkOutlined } from '@ant-design/icons';
import { pagePaths } from '@tradewind/contract/access/paths.ts';
import {
  connectReceivingKeys,
  getBankAccountAuth,
  getBankAccoutToken,
  listReceivingConnections,
  type ReceivingConnection,
  type ReceivingProviderRow,
  type ReceivingState,
  readReceiving,
  revokeReceiving,
} from '@tradewind/contract/finance/receiving.ts';
import { Alert, Button, Dropdown, Skeleton } from 'antd';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useAct, useCall, useRefresh } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { firstOptions, keyFieldsOf } from '../../../components/key-fields.ts';
import { useLanguageName } from '../../../components/language-name.ts';
import { PageError } from '../../../components/page-error.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { workSignal } from '../../../shell/hints.ts';
import { useSignal } from '../../../shell/signal.ts';
import { OF_BANK } from './calls.ts';

type Wallet = ReceivingConnection['wallets'][number];
const TONES = {
  active: 'good',
  expiring: 'warn',
  expired: 'bad',
  revoked: 'muted',
  error: 'bad',
} as const satisfies Record<ReceivingState, string>;
const SOON_MS = 2000;
const CHANGED = [listReceivingConnections, ...OF_BANK];

/** The providers of receiving accounts that the company connected; also where their pages send people back to. */
export function ConnectionsPanel(): ReactNode {
  const { t } = useTranslation('finance');
  const [first, setFirst] = useState(false);
  const query = useCall(listReceivingConnections, {}, first ? { everyMs: SOON_MS } : {});
  const refresh = useRefresh();
  useArrival();
  const { providers = [], list = [] } = query.data ?? {};
  // A job reads: what it brings appears without a reload, and the first of it at once.
  useSignal(workSignal, () => refresh(...CHANGED));
  const awaits = list.some(({ state, readUntil, lastError }) => state === 'active' && !readUntil && !lastError);
  useEffect(() => setFirst(awaits), [awaits]);
  if (query.error) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <section className="tw-bank-section">
      <div className="tw-bank-head">
        <span className="tw-muted">{t('receiving.hint')}</span>
        <ConnectButton providers={providers} />
      </div>
      {providers.some(({ standIn }) => standIn) && <Alert type="info" showIcon title={t('receiving.standIn')} />}
      {query.isPending && <Skeleton active paragraph={{ rows: 6 }} />}
      {query.data && list.length === 0 && <EmptyState title={t('receiving.none')} />}
      {list.map((one) => (
        <Connection
          key={one.id}
          connection={one}
          provider={providers.find(({ provider }) => provider === one.provider)}
        />
      ))}
    </section>
  );
}

/** Hands what the provider sent to the server, once: the address forgets it. */
function useArrival(): void {
  const { t } = useTranslation('finance');
  const [params, setParams] = useSearchParams();
  const finish = useAct(getBankAccoutToken, { refresh: CHANGED, success: t('receiving.connected') });
  const handed = useRef('');
  const state = params.get('state') ?? '';
  useEffect(() => {
    if (state === '' || handed.current === state) return;
    handed.current = state;
    finish.mutate({ state, code: params.get('code') ?? '', error: params.get('error') ?? '' });
    setParams({ view: 'connections' }, { replace: true });
  });
}

function ConnectButton({ providers }: { providers: readonly ReceivingProviderRow[] }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const nameOf = useLanguageName();
  const [byKeys, setByKeys] = useState<ReceivingProviderRow>();
  const begin = useAct(getBankAccountAuth, { onDone: ({ url }) => window.location.assign(url) });
  if (!may(connectReceivingKeys)) return null;
  const items = providers.flatMap((one) => [
    ...(one.consent
      ? [
          {
            key: one.provider,
            label: nameOf(one.name),
            onClick: () => begin.mutate({ provider: one.provider, origin: window.location.origin }),
          },
        ]
      : []),
    ...(one.keys.length > 0
      ? [
          {
            key: `${one.provider}-keys`,
            label: t('receiving.byKeys', { name: nameOf(one.name) }),
            onClick: () => setByKeys(one),
          },
        ]
      : []),
  ]);
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button type="primary" icon={<LinkOutlined />} loading={begin.isPending || begin.isSuccess}>
          {t('receiving.connect')}
        </Button>
      </Dropdown>
      {byKeys && (
        <FormDrawer
          open
          title={nameOf(byKeys.name)}
          call={connectReceivingKeys}
          initial={{ provider: byKeys.provider, keys: firstOptions(byKeys.keys) }}
          fields={keyFieldsOf<typeof connectReceivingKeys>(byKeys.keys, nameOf, 'keys')}
          verb={t('receiving.save')}
          success={t('receiving.connected')}
          refresh={CHANGED}
          onClose={() => setByKeys(undefined)}
        >
          {byKeys.keysHelp && <Alert type="info" showIcon title={nameOf(byKeys.keysHelp)} />}
        </FormDrawer>
      )}
    </>
  );
}

function Connection({
  connection,
  provider,
}: {
  connection: ReceivingConnection;
  provider: ReceivingProviderRow | undefined;
}): ReactNode {
  const { t } = useTranslation('finance');
  const nameOf = useLanguageName();
  const name = `${provider ? nameOf(provider.name) : connection.provider} ${connection.account}`;
  const { state, endsAt, readUntil, connectedBy, lastError, pendingLines, reversedMatched, setAside, wallets } =
    connection;
  return (
    <article className="tw-panel tw-receiving">
      <div className="tw-bank-head">
        <div className="tw-receiving-name">
          <h3>{name}</h3>
          <StatusTag tone={TONES[state]}>{t(`receiving.state.${state}`)}</StatusTag>
        </div>
        <Acts connection={connection} name={name} provider={provider} />
      </div>
      {lastError && <Alert type="error" showIcon title={lastError} />}
      {reversedMatched > 0 && (
        <Alert type="warning" showIcon title={t('receiving.reversedMatched', { count: reversedMatched })} />
      )}
      {setAside > 0 && <SetAsideAlert connection={connection} />}
      <Facts
        columns={3}
        items={[
          [t('receiving.readUntil'), readUntil && <DateTime at={readUntil} />],
          [t('receiving.endsAt'), endsAt && <DateTime at={endsAt} />],
          [t('receiving.connectedBy'), connectedBy],
        ]}
      />
      <LineTable label={name} columns={useWalletColumns()} rows={wallets} />
      {pendingLines > 0 && <p className="tw-muted">{t('receiving.pendingLines', { count: pendingLines })}</p>}
    </article>
  );
}

function SetAsideAlert({ connection: { id, setAside } }: { connection: ReceivingConnection }): ReactNode {
  const { t } = useTranslation('finance');
  return (
    <Alert
      type="warning"
      showIcon
      title={t('receiving.setAside', { count: setAside })}
      action={
        <Link to={`${pagePaths.storeCollection}?view=setAside&state=open&connectionId=${id}`}>
          {t('receiving.setAsideShow')}
        </Link>
      }
    />
  );
}

function useWalletColumns(): Column<Wallet>[] {
  const { t } = useTranslation('finance');
  return useMemo<Column<Wallet>[]>(
    () => [
      col.text('name', t('receiving.account'), { width: 180, card: 'title' }),
      col.money('total', t('receiving.total'), { currency: 'currency', width: 160 }),
      col.money('available', t('receiving.available'), { currency: 'currency' }),
      col.money('pending', t('receiving.pending'), { currency: 'currency' }),
      col.money('frozen', t('receiving.frozen'), { currency: 'currency' }),
      col.own(
        'gap',
        t('receiving.gap'),
        ({ gap, currency }) =>
          gap !== null && (
            <StatusTag tone={Number(gap) === 0 ? 'good' : 'bad'}>
              {Number(gap) === 0 ? t('receiving.balanced') : `${gap} ${currency}`}
            </StatusTag>
          ),
        { width: 150 },
      ),
      col.time('asOf', t('receiving.asOf'), { width: 150 }),
    ],
    [t],
  );
}

function Acts({
  connection,
  name,
  provider,
}: {
  connection: ReceivingConnection;
  name: string;
  provider: ReceivingProviderRow | undefined;
}): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const { id, state } = connection;
  const read = useAct(readReceiving, { refresh: CHANGED, success: t('receiving.asked') });
  const again = useAct(getBankAccountAuth, { onDone: ({ url }) => window.location.assign(url) });
  const end = useAct(revokeReceiving, { refresh: CHANGED, success: t('receiving.revoked') });
  const live = state !== 'revoked' && state !== 'expired';
  return (
    <span className="tw-bank-acts">
      {live && may(readReceiving) && (
        <Button size="small" loading={read.isPending} onClick={() => read.mutate({ id })}>
          {t('receiving.readNow')}
        </Button>
      )}
      {state !== 'active' && provider?.consent && may(getBankAccountAuth) && (
        <Button
          size="small"
          type="primary"
          loading={again.isPending || again.isSuccess}
          onClick={() => again.mutate({ provider: connection.provider, origin: window.location.origin })}
        >
          {t('receiving.again')}
        </Button>
      )}
      {state !== 'revoked' && may(revokeReceiving) && (
        <ConfirmDanger
          size="small"
          title={t('receiving.revokeTitle', { name })}
          consequence={t('receiving.revokeText')}
          verb={t('receiving.revoke')}
          onConfirm={() => end.mutateAsync({ id })}
        />
      )}
    </span>
  );
}
