import {
  carrierBillMay,
  checkCarrierBill,
  deleteCarrierBill,
  getCarrierBill,
  makeCarrierClaims,
  settleCarrierBill,
} from '@tradewind/contract/logistics.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import { HistoryTimeline } from '../../../components/history-timeline.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { BillLines, UnbilledParcels } from './bill-lines.tsx';
import { type BillDetail, OF_BILL } from './calls.ts';
import { BillStateTag } from './tags.tsx';

/** A job may be reading it. */
const EVERY_MS = 5_000;

export function BillDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('logistics');
  const query = useCall(getCarrierBill, { id }, { everyMs: EVERY_MS });
  const bill = query.data;
  return (
    <DetailDrawer
      {...tools}
      size={1100}
      kind="bill"
      title={bill?.number ?? ''}
      status={bill && <BillStateTag state={bill.state} />}
      subtitle={bill && [bill.issuerName, bill.billedOn].join(' · ')}
      query={query}
      actions={bill && <Actions bill={bill} close={tools.close} />}
      tabs={
        bill && [
          { key: 'lines', label: t('bills.lines'), children: <BillLines bill={bill} /> },
          {
            key: 'missing',
            label: `${t('bills.missing')} (${bill.missing})`,
            children: <UnbilledParcels billId={bill.id} />,
          },
          { key: 'history', label: t('bills.history'), children: <History bill={bill} /> },
        ]
      }
    >
      {bill && (
        <Facts
          columns={3}
          items={[
            [t('bills.amount'), <Money key="amount" amount={bill.amount} currency={bill.currency} />],
            [t('bills.expected'), <Money key="expected" amount={bill.expected} currency={bill.currency} />],
            [t('bills.overcharged'), <Money key="over" amount={bill.overcharged} currency={bill.currency} />],
            [t('bills.days'), `${bill.fromDay} – ${bill.toDay}`],
            [
              t('bills.tolerance'),
              t('bills.toleranceOf', { percent: bill.tolerancePercent, amount: bill.toleranceAmount }),
            ],
            [t('bills.account'), bill.accountNumber],
            [t('bills.file'), bill.fileName],
            [t('bills.checkedAt'), <DateTime key="checked" at={bill.checkedAt} />],
            [t('bills.settledAt'), <DateTime key="settled" at={bill.settledAt} />],
          ]}
        />
      )}
    </DetailDrawer>
  );
}

function Actions({ bill, close }: { bill: BillDetail; close: () => void }): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const [key] = useState(() => crypto.randomUUID());
  const { id, number, claimable } = bill;
  const check = useAct(checkCarrierBill, { refresh: OF_BILL, success: t('bills.checkStarted') });
  const settle = useAct(settleCarrierBill, { refresh: OF_BILL, success: t('bills.settled') });
  const remove = useAct(deleteCarrierBill, { refresh: OF_BILL, success: t('bills.deleted'), onDone: close });
  const claim = useAct(makeCarrierClaims, {
    refresh: OF_BILL,
    success: ({ made }) => t('claims.made', { count: made }),
  });
  return (
    <>
      {may(makeCarrierClaims) && carrierBillMay('claim', bill) && claimable > 0 && (
        <Button
          type="primary"
          loading={claim.isPending}
          onClick={() => claim.mutate({ billId: id, idempotencyKey: `${key}/${claimable}` })}
        >
          {t('claims.makeAll', { count: claimable })}
        </Button>
      )}
      {may(checkCarrierBill) && carrierBillMay('check', bill) && (
        <Button loading={check.isPending} onClick={() => check.mutate({ id })}>
          {t('bills.check')}
        </Button>
      )}
      {may(settleCarrierBill) && carrierBillMay('settle', bill) && (
        <ConfirmDanger
          danger={false}
          title={t('bills.settleTitle', { number })}
          consequence={t('bills.settleText')}
          verb={t('bills.settle')}
          onConfirm={() => settle.mutateAsync({ id })}
        />
      )}
      {may(deleteCarrierBill) && carrierBillMay('delete', bill) && (
        <ConfirmDanger
          title={t('bills.deleteTitle', { number })}
          consequence={t('bills.deleteText')}
          verb={t('bills.delete')}
          onConfirm={() => remove.mutateAsync({ id })}
        />
      )}
    </>
  );
}

function History({ bill }: { bill: BillDetail }): ReactNode {
  const { t } = useTranslation('logistics');
  const whyOf = ({ detail }: BillDetail['history'][number]) => {
    if (typeof detail?.wrong === 'number') return t('bills.wrongOf', { count: detail.wrong });
    return typeof detail?.file === 'string' ? detail.file : undefined;
  };
  return (
    <HistoryTimeline
      entries={bill.history.map((row) => ({
        ...{ key: row.id, at: row.at, who: row.actor, why: whyOf(row) },
        what: t(`bills.event.${row.event}`),
        tone: row.event === 'settled' ? 'good' : 'info',
      }))}
    />
  );
}
