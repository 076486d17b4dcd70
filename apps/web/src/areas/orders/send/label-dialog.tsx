import type { ResultOf } from '@tradewind/contract/call.ts';
import { labelPrices, priceLabels } from '@tradewind/contract/orders.ts';
import { Alert, Modal, Progress } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { isLost, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { Money, None } from '../../../components/figures.tsx';
import { formatMoney } from '../../../components/format.ts';
import { PageError } from '../../../components/page-error.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { useUser } from '../../../shell/session.ts';
import type { Picked } from '../acts/act.ts';

const LOOK_AGAIN_MS = 700;
const NAMED = 5;

/** `send` also packs and ships. */
type Verb = 'label' | 'send';
type Prices = ResultOf<typeof labelPrices>;
type Losing = Prices['losing'][number];

interface Requested {
  verb: Verb;
  count: number;
  runId: number;
  answer: (buys: boolean) => void;
}

/** Says what labels will cost and which orders lose money by theirs, before any is bought. @returns whether to buy */
export function useAskLabels(): [ask: (picked: Picked, verb: Verb) => Promise<boolean>, dialog: ReactNode] {
  const [open, setOpen] = useState<Requested>();
  const ask = async ({ input, count, idempotencyKey }: Picked, verb: Verb) => {
    const { runId } = await callApi(priceLabels, { ...input, idempotencyKey: `${idempotencyKey}.price` });
    // None of them can get a label; the act itself says why.
    if (runId === null) return true;
    return new Promise<boolean>((answer) => setOpen({ verb, count, runId, answer }));
  };
  const close = (buys: boolean) => {
    open?.answer(buys);
    setOpen(undefined);
  };
  return [ask, open && <LabelDialog {...open} onClose={close} />];
}

const sumOf = ({ sums }: Prices) =>
  sums.map(({ amount, currency }) => `${formatMoney(amount, currency)} ${currency}`).join(' + ');

function LabelDialog({ verb, count, runId, onClose }: Requested & { onClose: (buys: boolean) => void }): ReactNode {
  const { t } = useTranslation('orders');
  const [over, setOver] = useState(false);
  const query = useCall(labelPrices, { id: runId }, over ? {} : { everyMs: LOOK_AGAIN_MS });
  const prices = query.data;
  if (prices?.finished && !over) setOver(true);
  const sum = prices && sumOf(prices);
  const what = { count: verb === 'send' ? count : (prices?.labels ?? 0), sum };
  const ok = sum ? t(`send.buy.${verb}`, what) : t(`send.buyFree.${verb}`, { count });
  return (
    <Modal
      open
      width={prices && prices.losing.length > 0 ? 720 : 520}
      title={t(`send.buyTitle.${verb}`, { count })}
      okText={prices?.finished ? ok : t('send.pricing')}
      okButtonProps={{ disabled: !prices?.finished, danger: (prices?.losingCount ?? 0) > 0 }}
      onOk={() => onClose(true)}
      onCancel={() => onClose(false)}
    >
      {isLost(query) ? (
        <PageError error={query.error} onRetry={() => void query.refetch().catch(toast.error)} />
      ) : prices?.finished ? (
        <Known prices={prices} verb={verb} count={count} />
      ) : (
        <Asking prices={prices} count={count} />
      )}
    </Modal>
  );
}

function Asking({ prices, count }: { prices: Prices | undefined; count: number }): ReactNode {
  const { t } = useTranslation('orders');
  const total = prices?.total ?? count;
  const over = prices ? prices.done + prices.failed.length : 0;
  return (
    <>
      <Progress percent={total === 0 ? 0 : Math.round((over / total) * 100)} />
      <p className="tw-muted" role="status">
        {t('send.pricingText', { over, total })}
      </p>
    </>
  );
}

function Known({ prices, verb, count }: { prices: Prices; verb: Verb; count: number }): ReactNode {
  const { t } = useTranslation('orders');
  const base = useUser().baseCurrency;
  const { labels, hidden, losing, losingCount, failed } = prices;
  const sum = sumOf(prices);
  const others = count - labels - failed.length;
  const columns: Column<Losing>[] = [
    col.text('label', t('order'), { width: 170, card: 'title' }),
    col.money('amount', t('send.price'), { currency: 'currency' }),
    col.money('total', t('send.orderTotal'), { currency: 'totalCurrency' }),
    {
      key: 'profit',
      title: t('send.profit'),
      width: 120,
      align: 'right',
      render: ({ profit }) => (profit === null ? <None /> : <Money amount={profit} currency={base} />),
    },
  ];
  return (
    <>
      {sum && (
        <p className="tw-label-sum" role="status">
          {t('send.labels', { count: labels })} <strong className="tw-figure">{sum}</strong>
        </p>
      )}
      {hidden && <p className="tw-muted">{t('send.pricesHidden', { count: labels })}</p>}
      <p className="tw-muted">{t(`send.${verb}Text`, { count: verb === 'label' ? labels : count })}</p>
      {labels > 0 && others > 0 && <p className="tw-muted">{t('send.others', { count: others })}</p>}
      {losingCount > 0 && (
        <Alert
          className="tw-order-alert"
          type="error"
          showIcon
          title={t('send.losing', { count: losingCount })}
          description={
            <div className="tw-losing">
              <LineTable label={t('send.losing', { count: losingCount })} columns={columns} rows={losing} />
            </div>
          }
        />
      )}
      {losingCount > losing.length && <p>{t('undo.more', { count: losingCount - losing.length })}</p>}
      {failed.length > 0 && (
        <Alert
          className="tw-order-alert"
          type="warning"
          showIcon
          title={t('send.unpriced', { count: failed.length })}
          description={
            <>
              {failed.slice(0, NAMED).map(({ id, label, reason }) => (
                <div key={id}>
                  <span className="tw-figure">{label}</span>: {reason}
                </div>
              ))}
              {failed.length > NAMED && <div>{t('undo.more', { count: failed.length - NAMED })}</div>}
            </>
          }
        />
      )}
    </>
  );
}
