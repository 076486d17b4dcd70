import { PlusOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import {
  channelOptions,
  deleteChannel,
  hasAccounts,
  listCarriers,
  listChannels,
  listRateCards,
  savePlatformCorrespondingExpress,
  setDefaultChannel,
} from '@tradewind/contract/logistics.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useAct, useCall } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageError } from '../../components/page-error.tsx';
import { useSeesCosts } from '../../components/sees-costs.ts';
import { StatusTag } from '../../components/status-tag.tsx';
import { col } from '../../components/table/col.tsx';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';
import { useAdd } from '../../components/use-add.ts';
import { ChannelForm, type ChannelRow } from './channel-form.tsx';
import { PlatformNamesDrawer } from './names/platform-names.tsx';
import { RateCardsDrawer } from './rates/rate-cards-drawer.tsx';

export function ChannelsPanel(): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const channels = useCall(listChannels, {});
  const [form, setForm] = useState<{ channel?: ChannelRow }>();
  const [naming, setNaming] = useState<ChannelRow>();
  const [rated, setRated] = useState<ChannelRow>();
  const mayAdd = may(rights.carrier.add) || may(rights.rateCard.add);
  useAdd('channel', mayAdd && (() => setForm({})));
  const columns = useColumns((channel) => setForm({ channel }), setNaming, setRated);
  const isEmpty = channels.data?.list.length === 0;
  const add = mayAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
      {t('addChannel')}
    </Button>
  );
  return (
    <section className="tw-panel">
      <header className="tw-carrier-head">
        <div>
          <h2>{t('channels')}</h2>
          <p className="tw-muted">{t('channelsHint')}</p>
        </div>
        {!isEmpty && add}
      </header>
      {isLost(channels) ? (
        <PageError error={channels.error} onRetry={() => void channels.refetch()} />
      ) : (
        <LineTable
          label={t('channels')}
          columns={columns}
          rows={channels.data?.list ?? []}
          skeleton={channels.isPending ? 3 : 0}
          empty={<EmptyState title={t('noChannels')} hint={t('noChannelsHint')} action={add} />}
        />
      )}
      {form && <ChannelForm {...form} onClose={() => setForm(undefined)} />}
      {naming && <PlatformNamesDrawer channel={naming} onClose={() => setNaming(undefined)} />}
      {rated && <RateCardsDrawer channel={rated} onClose={() => setRated(undefined)} />}
    </section>
  );
}

type OnRow = (row: ChannelRow) => void;
function useColumns(onEdit: OnRow, onName: OnRow, onRate: OnRow): Column<ChannelRow>[] {
  const { t } = useTranslation('logistics');
  return useMemo<Column<ChannelRow>[]>(
    () => [
      {
        key: 'name',
        title: t('channelName'),
        width: 170,
        card: 'title',
        render: (row) => (
          <>
            {row.name} {row.isDefault && <span className="tw-carrier-default">{t('default')}</span>}
          </>
        ),
      },
      {
        key: 'carrier',
        title: t('carrier'),
        width: 140,
        render: (row) => [t(`carriers.${row.carrier}`), row.carrierAccountName].filter(Boolean).join(' · '),
      },
      { key: 'services', title: t('services'), width: 165, card: 'line', render: (row) => <Services row={row} /> },
      col.text('code', t('platformCode'), { of: 'platformCarrierCode', width: 85 }),
      col.status(
        'enabled',
        t('state'),
        (row) => <StatusTag tone={row.enabled ? 'good' : 'muted'}>{t(row.enabled ? 'enabled' : 'disabled')}</StatusTag>,
        { width: 85 },
      ),
      {
        key: 'actions',
        title: '',
        card: 'line',
        width: 490,
        align: 'right',
        render: (row) => (
          <Actions row={row} onEdit={() => onEdit(row)} onName={() => onName(row)} onRate={() => onRate(row)} />
        ),
      },
    ],
    [t, onEdit, onName, onRate],
  );
}

function Services({ row }: { row: ChannelRow }): ReactNode {
  const { t } = useTranslation('logistics');
  const carriers = useCall(listCarriers, {});
  const sold = carriers.data?.list.find((one) => one.carrier === row.carrier)?.services ?? [];
  const nameOf = (code: string) => sold.find((one) => one.code === code)?.name ?? code;
  if (!hasAccounts(row.carrier))
    return <span className="tw-muted">{t(row.carrier === 'own' ? 'manual' : 'byPlatform')}</span>;
  if (row.serviceCode) return nameOf(row.serviceCode);
  if (row.allowedServices.length === 0) return t('allServices');
  const services = row.allowedServices.map((code) => nameOf(code).replace(/^UPS /, '')).join(', ');
  return <span title={services}>{t('cheapestOf', { services })}</span>;
}

interface ActionsProps {
  row: ChannelRow;
  onEdit: () => void;
  onName: () => void;
  onRate: () => void;
}
function Actions({ row, onEdit, onName, onRate }: ActionsProps): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const seesCosts = useSeesCosts();
  const lists = [listChannels, channelOptions];
  const makeDefault = useAct(setDefaultChannel, { refresh: lists, success: t('defaultSet') });
  const remove = useAct(deleteChannel, { refresh: lists, success: t('channelDeleted') });
  return (
    <span className="tw-carrier-actions">
      {may(setDefaultChannel) && !row.isDefault && row.enabled && (
        <Button
          type="link"
          size="small"
          loading={makeDefault.isPending}
          onClick={() => makeDefault.mutate({ id: row.id })}
        >
          {t('setDefault')}
        </Button>
      )}
      {may(savePlatformCorrespondingExpress) && row.carrier !== 'platform' && (
        <Button type="link" size="small" onClick={onName}>
          {t('names.title')}
        </Button>
      )}
      {seesCosts && may(listRateCards) && row.carrier !== 'platform' && (
        <Button type="link" size="small" onClick={onRate}>
          {t('rates.title')}
        </Button>
      )}
      {(may(rights.carrier.edit) || may(rights.rateCard.edit)) && (
        <Button type="link" size="small" onClick={onEdit}>
          {t('action.edit')}
        </Button>
      )}
      {may(deleteChannel) && (
        <ConfirmDanger
          type="link"
          size="small"
          title={t('deleteChannelTitle', { name: row.name })}
          consequence={t('deleteChannelText')}
          verb={t('action.delete')}
          reason={row.isDefault ? t('defaultReason') : undefined}
          onConfirm={() => remove.mutateAsync({ id: row.id })}
        />
      )}
    </span>
  );
}
