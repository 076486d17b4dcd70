import { chooseFreight, estimateFreight, type FreightOffer } from '@tradewind/contract/orders.ts';
import { Alert, Button, Modal, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { isLost, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { DutyBeside } from '../../../components/border-duty.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Money } from '../../../components/figures.tsx';
import { daysSpan, formatNumber } from '../../../components/format.ts';
import type { BulkResultData } from '../../../components/list-page.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import type { ActOrder, Picked } from '../acts/act.ts';

interface Requested {
  order: ActOrder;
  picked: Picked;
  answer: (result: BulkResultData | undefined) => void;
}

/** Compares the rates of all channels and sets the chosen one. */
export function useAskFreight(): [
  ask: (order: ActOrder, picked: Picked) => Promise<BulkResultData | undefined>,
  dialog: ReactNode,
] {
  const [open, setOpen] = useState<Requested>();
  const ask = (order: ActOrder, picked: Picked) =>
    new Promise<BulkResultData | undefined>((answer) => setOpen({ order, picked, answer }));
  const close = (result: BulkResultData | undefined) => {
    open?.answer(result);
    setOpen(undefined);
  };
  return [ask, open && <FreightDialog {...open} onClose={close} />];
}

function FreightDialog({
  order,
  picked,
  onClose,
}: Requested & { onClose: (result: BulkResultData | undefined) => void }): ReactNode {
  const { t } = useTranslation('orders');
  const found = useCall(estimateFreight, { id: order.id }, { staleMs: 60_000 });
  const [busy, setBusy] = useState('');
  const choose = async ({ channelId, serviceCode }: FreightOffer) => {
    setBusy(keyOf({ channelId, serviceCode }));
    try {
      onClose(
        await callApi(chooseFreight, {
          ...picked.input,
          channelId,
          serviceCode,
          idempotencyKey: picked.idempotencyKey,
        }),
      );
    } catch (error) {
      toast.error(error);
      setBusy('');
    }
  };
  return (
    <Modal
      open
      width={1000}
      title={t('send.freightTitle', { number: order.displayNo })}
      footer={null}
      onCancel={() => onClose(undefined)}
    >
      {isLost(found) ? (
        <PageError error={found.error} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <Skeleton active />
      ) : (
        <Offers found={found.data} busy={busy} onChoose={(offer) => void choose(offer)} />
      )}
    </Modal>
  );
}

const keyOf = ({ channelId, serviceCode }: Pick<FreightOffer, 'channelId' | 'serviceCode'>) =>
  `${channelId}/${serviceCode}`;

type Found = NonNullable<ReturnType<typeof useCall<typeof estimateFreight>>['data']>;

function Offers({
  found,
  busy,
  onChoose,
}: {
  found: Found;
  busy: string;
  onChoose: (offer: FreightOffer) => void;
}): ReactNode {
  const { t } = useTranslation('orders');
  const { weightGrams, lengthMm, widthMm, heightMm, guessedWeight, guessedSize, chosen } = found;
  const size = [lengthMm, widthMm, heightMm].map((side) => formatNumber(side / 10)).join(' × ');
  const guessed = guessedWeight ? (guessedSize ? 'both' : 'weight') : guessedSize ? 'size' : '';
  const isNow = (offer: FreightOffer) =>
    chosen?.channelId === offer.channelId && chosen.serviceCode !== '' && chosen.serviceCode === offer.serviceCode;
  const columns: Column<FreightOffer>[] = [
    col.text('channel', t('send.channel'), { of: 'channelName', width: 150, card: 'title' }),
    {
      key: 'service',
      title: t('send.service'),
      width: 190,
      card: 'line',
      render: (offer) => (
        <div className="tw-two-lines">
          <span>{offer.serviceName || '-'}</span>
          <small className="tw-muted">{offer.why.map((reason) => t(`send.why.${reason}`)).join(' · ')}</small>
        </div>
      ),
    },
    {
      key: 'price',
      title: t('send.price'),
      width: 190,
      align: 'right',
      render: ({ amount, currency, duty, total }) => (
        <div className="tw-two-lines">
          {amount === null ? (
            <span className="tw-muted">{t('send.noPrice')}</span>
          ) : (
            <Money amount={amount} currency={currency} />
          )}
          <DutyBeside duty={duty} total={total} currency={currency} say={(word) => t(`send.duty.${word}`)} />
        </div>
      ),
    },
    {
      key: 'days',
      title: t('send.days'),
      width: 176,
      render: ({ transitDays, arrivesOnDay, lane }) => (
        <>
          {transitDays === null ? (
            !lane && '-'
          ) : (
            <div>
              {t('send.inDays', { count: transitDays })}
              {arrivesOnDay && <div className="tw-muted">{t('send.arrives', { day: arrivesOnDay })}</div>}
            </div>
          )}
          {lane && (
            <div className="tw-muted" title={t('send.laneHelp', { count: lane.parcels })}>
              {t('send.lane', { days: daysSpan(lane) })}
            </div>
          )}
        </>
      ),
    },
    {
      key: 'inTime',
      title: t('send.onTime'),
      width: 90,
      card: 'state',
      render: ({ inTime }) => (
        <StatusTag tone={inTime === null ? 'muted' : inTime ? 'good' : 'bad'}>{t(`send.inTime.${inTime}`)}</StatusTag>
      ),
    },
    {
      key: 'choose',
      title: '',
      width: 120,
      render: (offer) => (
        <Button
          type={isNow(offer) ? 'default' : 'link'}
          disabled={isNow(offer) || busy !== ''}
          loading={busy === keyOf(offer)}
          onClick={() => onChoose(offer)}
        >
          {isNow(offer) ? t('send.now') : t('send.choose')}
        </Button>
      ),
    },
  ];
  return (
    <>
      <p className="tw-muted">{t('send.freightFrom', { weight: formatNumber(weightGrams / 1000), size })}</p>
      {guessed && <Alert className="tw-order-alert" type="info" showIcon title={t(`send.guessed.${guessed}`)} />}
      {found.offers.length > 0 ? (
        <LineTable columns={columns} rows={found.offers} keyOf={keyOf} label={t('send.price')} />
      ) : (
        found.silent.length === 0 && <EmptyState title={t('send.none')} hint={t('send.noneHint')} />
      )}
      {found.notOffered.length > 0 && (
        <Alert
          className="tw-order-alert"
          type="info"
          showIcon
          title={t('send.notOffered')}
          description={found.notOffered.map((one) => (
            <div key={one.channelId}>
              {one.channelName}: {one.services.join(', ')}
            </div>
          ))}
        />
      )}
      {found.silent.length > 0 && (
        <Alert
          className="tw-order-alert"
          type="warning"
          showIcon
          title={t('send.silentTitle')}
          description={found.silent.map((one) => (
            <div key={one.channelId}>
              {one.channelName}: {one.reason}
            </div>
          ))}
        />
      )}
    </>
  );
}
