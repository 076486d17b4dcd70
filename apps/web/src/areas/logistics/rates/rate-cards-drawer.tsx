import { PlusOutlined } from '@ant-design/icons';
import { addRateCard, listRateCards, type RateCardVersion } from '@tradewind/contract/logistics.ts';
import { Button, Select, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { currencyOptions } from '../../../components/currencies.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { useSession } from '../../../shell/session.ts';
import type { ChannelRow } from '../channel-form.tsx';
import { VersionView } from './version-view.tsx';

const stateOf = ({ state, inForce }: RateCardVersion) =>
  inForce ? 'inForce' : state === 'active' ? 'scheduled' : state;

/** The rate cards of a channel: which version is shown, and adding one. */
export function RateCardsDrawer({ channel, onClose }: { channel: ChannelRow; onClose: () => void }): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const cards = useCall(listRateCards, { channelId: channel.id });
  const [chosen, setChosen] = useState<{ card?: number; version?: number }>({});
  const [adding, setAdding] = useState(false);
  const list = cards.data?.list ?? [];
  const card = list.find((one) => one.id === chosen.card) ?? list[0];
  const version =
    card?.versions.find((one) => one.id === chosen.version) ??
    card?.versions.find((one) => one.inForce) ??
    card?.versions[0];
  const add = may(addRateCard) && (
    <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('rates.add')}
    </Button>
  );
  return (
    <PageDrawer open title={`${t('rates.title')} · ${channel.name}`} size={960} onClose={onClose}>
      <p className="tw-muted">{t(channel.carrier === 'own' ? 'rates.ownHint' : 'rates.otherHint')}</p>
      {cards.isPending && <Skeleton active />}
      {cards.error && <PageError error={cards.error} onRetry={() => void cards.refetch()} />}
      {cards.data && !card && <EmptyState title={t('rates.none')} hint={t('rates.noneHint')} action={add} />}
      {card && version && (
        <>
          <div className="tw-rate-choice">
            <Select
              aria-label={t('rates.card')}
              value={card.id}
              options={list.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id) => setChosen({ card: id })}
            />
            <Select
              aria-label={t('rates.version')}
              value={version.id}
              options={card.versions.map((one) => ({
                value: one.id,
                label: t('rates.versionOf', { number: one.number, state: t(`rates.state.${stateOf(one)}`) }),
              }))}
              onChange={(id) => setChosen({ card: card.id, version: id })}
            />
            {add}
          </div>
          <VersionView
            key={version.id}
            version={version}
            hasDraft={card.versions.some((one) => one.state === 'draft')}
            onDraft={(id) => setChosen({ card: card.id, version: id })}
          />
        </>
      )}
      {adding && (
        <AddCard
          channelId={channel.id}
          onDone={({ id, versionId }) => setChosen({ card: id, version: versionId })}
          onClose={() => setAdding(false)}
        />
      )}
    </PageDrawer>
  );
}

interface AddProps {
  channelId: number;
  onDone: (made: { id: number; versionId: number }) => void;
  onClose: () => void;
}
function AddCard({ channelId, onDone, onClose }: AddProps): ReactNode {
  const { t } = useTranslation('logistics');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const currency = useSession()?.user.baseCurrency;
  return (
    <FormDrawer
      open
      title={t('rates.add')}
      call={addRateCard}
      initial={{ channelId, currency, idempotencyKey }}
      verb={t('rates.add')}
      refresh={[listRateCards]}
      onDone={onDone}
      onClose={onClose}
      fields={[
        { kind: 'text', name: 'name', label: t('rates.name') },
        { kind: 'select', name: 'currency', label: t('rates.currency'), options: currencyOptions() },
      ]}
    />
  );
}
