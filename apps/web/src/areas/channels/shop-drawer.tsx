import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  disableShop,
  editShop,
  enableShop,
  findShop,
  getUserShop,
  listShops,
  removeShop,
  type ShopRow,
  syncShops,
} from '@tradewind/contract/channels.ts';
import { getUserList } from '@tradewind/contract/identity.ts';
import { Alert, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { ActionButton, useMay } from '../../components/can.tsx';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import { Facts } from '../../components/facts.tsx';
import { DateTime, Quantity } from '../../components/figures.tsx';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { HistoryTimeline } from '../../components/history-timeline.tsx';
import type { DetailTools } from '../../components/list-page.tsx';
import { DeadLetterList } from './dead-letters.tsx';
import { useRefusal } from './refusal.ts';
import { ConsentEnds, Lag, ShopName, ShopStateTag } from './shop-columns.tsx';
import { ShopStreams } from './shop-streams.tsx';

type Shop = ResultOf<typeof findShop>;
const LISTS = [listShops, findShop, getUserShop];

export function ShopDrawer({
  id,
  tools,
  onAuthorize,
}: {
  id: number;
  tools: DetailTools;
  onAuthorize: (shop: ShopRow) => void;
}): ReactNode {
  const { t } = useTranslation('channels');
  const found = useCall(findShop, { id }, { everyMs: 10_000 });
  const [editing, setEditing] = useState(false);
  const shop = found.data;
  return (
    <>
      <DetailDrawer
        {...tools}
        title={shop && <ShopName shop={shop} />}
        status={shop && <ShopStateTag shop={shop} />}
        subtitle={shop?.account}
        query={found}
        actions={
          shop && (
            <Actions
              shop={shop}
              onEdit={() => setEditing(true)}
              onAuthorize={() => onAuthorize(shop)}
              onGone={tools.close}
            />
          )
        }
        tabs={
          shop
            ? [
                { key: 'overview', label: t('overview'), children: <Overview shop={shop} /> },
                { key: 'streams', label: t('streams.tab'), children: <ShopStreams shopId={shop.id} /> },
                {
                  key: 'parked',
                  label: shop.parked > 0 ? `${t('parked')} ${shop.parked}` : t('parked'),
                  children: <DeadLetterList shopId={shop.id} />,
                },
                { key: 'log', label: t('log'), children: <Log shop={shop} /> },
              ]
            : []
        }
      />
      {editing && shop && (
        <Settings shop={shop} onClose={() => setEditing(false)} onReload={() => void found.refetch()} />
      )}
    </>
  );
}

interface ActionsProps {
  shop: Shop;
  onEdit: () => void;
  onAuthorize: () => void;
  onGone: () => void;
}

function Actions({ shop, onEdit, onAuthorize, onGone }: ActionsProps): ReactNode {
  const { t } = useTranslation('channels');
  const may = useMay();
  const sync = useAct(syncShops, { refresh: LISTS, success: t('syncQueued') });
  const enable = useAct(enableShop, { refresh: LISTS, success: t('nowEnabled') });
  const disable = useAct(disableShop, { refresh: LISTS, success: t('nowDisabled') });
  const remove = useAct(removeShop, { refresh: [listShops, getUserShop], success: t('deleted'), onDone: onGone });
  const live = shop.state === 'authorized';
  return (
    <>
      {may(syncShops) && live && (
        <ActionButton loading={sync.isPending} onClick={() => sync.mutate({ ids: [shop.id] })}>
          {t('sync')}
        </ActionButton>
      )}
      {may(rights.salesChannel.authorize) && shop.state !== 'disabled' && (
        <Button {...(live ? {} : { type: 'primary' as const })} onClick={onAuthorize}>
          {t(shop.state === 'pending' ? 'goOn' : 'reauthorize')}
        </Button>
      )}
      {may(rights.salesChannel.edit) && <Button onClick={onEdit}>{t('edit')}</Button>}
      {may(enableShop) && shop.state === 'disabled' && (
        <Button loading={enable.isPending} onClick={() => enable.mutate({ id: shop.id })}>
          {t('enable')}
        </Button>
      )}
      {may(disableShop) && (live || shop.state === 'expired') && (
        <ConfirmDanger
          title={t('disableTitle', { name: shop.name })}
          consequence={t('disableText')}
          verb={t('disable')}
          onConfirm={() => disable.mutateAsync({ id: shop.id })}
        />
      )}
      {may(removeShop) && (
        <ConfirmDanger
          title={t('deleteTitle', { name: shop.name })}
          consequence={t('deleteText')}
          verb={t('action.delete')}
          onConfirm={() => remove.mutateAsync({ id: shop.id })}
        />
      )}
    </>
  );
}

function Overview({ shop }: { shop: Shop }): ReactNode {
  const { t } = useTranslation('channels');
  const refusal = useRefusal();
  const refused = shop.state === 'pending' && shop.log.find(({ event }) => event === 'authorizationFailed');
  return (
    <>
      {shop.lastErrorText && (
        <Alert
          style={{ marginBottom: 12 }}
          type={shop.lastErrorKind === 'throttled' ? 'info' : shop.state === 'expired' ? 'error' : 'warning'}
          showIcon
          title={shop.lastErrorText}
          description={
            <>
              <div className="tw-problem-detail">{shop.lastErrorDetail}</div>
              {shop.nextSyncAt && (
                <div>
                  {t('nextTry')}: <DateTime at={shop.nextSyncAt} />
                </div>
              )}
            </>
          }
        />
      )}
      {refused && (
        <Alert
          style={{ marginBottom: 12 }}
          type="warning"
          showIcon
          title={t('events.authorizationFailed')}
          description={refusal(refused.detail?.reason)}
        />
      )}
      <Facts
        items={[
          [t('platform'), shop.platformName],
          [t('account'), shop.account],
          [t('region'), shop.region && t(`regions.${shop.region}`, { defaultValue: shop.region })],
          [t('marketplaces'), shop.marketplaceIds.join(', ')],
          [t('currency'), shop.currency],
          [t('fulfilment'), t(`fulfilments.${shop.fulfilment}`)],
          [t('operator'), shop.operatorName],
          [t('lag'), <Lag key="lag" shop={shop} />],
          [t('lastSync'), <DateTime key="last" at={shop.lastSyncAt} />],
          [t('ordersSynced'), <Quantity key="orders" value={shop.ordersSynced} />],
          [t('parked'), <Quantity key="parked" value={shop.parked} />],
          [t('authorizedAt'), <DateTime key="authorized" at={shop.authorizedAt} />],
          [t('consentEnds'), <ConsentEnds key="ends" shop={shop} />],
          [t('createdAt'), <DateTime key="created" at={shop.createdAt} />],
        ]}
      />
    </>
  );
}

const TONES: Record<string, 'good' | 'warn' | 'bad' | 'info'> = {
  authorized: 'good',
  recovered: 'good',
  synced: 'info',
  syncFailed: 'warn',
  authorizationFailed: 'warn',
  pushesRefused: 'warn',
  expired: 'bad',
};

function Log({ shop }: { shop: Shop }): ReactNode {
  const { t } = useTranslation('channels');
  const why = ({ event, detail }: Shop['log'][number]) => {
    if (!detail) return undefined;
    if (event === 'synced') return t('synced', detail);
    return typeof detail.detail === 'string' ? detail.detail : undefined;
  };
  return (
    <HistoryTimeline
      entries={shop.log.map((entry) => {
        const tone = TONES[entry.event];
        return {
          key: entry.id,
          at: entry.at,
          who: entry.actor,
          what: t(`events.${entry.event}`),
          why: why(entry),
          ...(tone ? { tone } : {}),
        };
      })}
    />
  );
}

function Settings({ shop, onClose, onReload }: { shop: Shop; onClose: () => void; onReload: () => void }): ReactNode {
  const { t } = useTranslation('channels');
  const members = useCall(getUserList, {});
  return (
    <FormDrawer
      open
      key={shop.updatedAt}
      title={t('editTitle')}
      call={editShop}
      initial={{
        ...{ id: shop.id, updatedAt: shop.updatedAt, name: shop.name, fulfilment: shop.fulfilment },
        operatorId: shop.operatorId ? String(shop.operatorId) : undefined,
      }}
      toInput={(values) => ({ ...values, operatorId: values.operatorId ? Number(values.operatorId) : null })}
      verb={t('save')}
      success={t('saved')}
      refresh={LISTS}
      onClose={onClose}
      onReload={onReload}
      fields={[
        { kind: 'text', name: 'name', label: t('name'), required: true },
        {
          kind: 'select',
          name: 'fulfilment',
          label: t('fulfilment'),
          required: true,
          help: t('fulfilmentHelp'),
          options: [
            { value: 'automatic', label: t('fulfilments.automatic') },
            { value: 'manual', label: t('fulfilments.manual') },
          ],
        },
        {
          ...{ kind: 'select', name: 'operatorId', label: t('operator'), help: t('operatorHelp') },
          options: (members.data?.list ?? []).map(({ id, userName }) => ({ value: String(id), label: userName })),
        },
      ]}
    />
  );
}
