import { CloseOutlined } from '@ant-design/icons';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { termsIn } from '@tradewind/contract/procurement/words.ts';
import {
  cancelSupplierPayment,
  getPurchase,
  type MatchRow,
  type PurchaseDetail,
  paySupplier,
  purchaseMoney,
  requestSupplierPayment,
  type SupplierBill,
  type SupplierPayment,
  type SupplierPaymentState,
  saveSupplierBill,
  supplierPaymentMay,
} from '@tradewind/contract/procurement.ts';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Money } from '../../../components/figures.tsx';
import type { Column } from '../../../components/list-page.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';
import { currentLanguage } from '../../../i18n.ts';
import { DUE_CHANGED } from './due-changed.ts';
import { BillForm, PayForm, RequestForm } from './money-forms.tsx';

type Sums = ResultOf<typeof purchaseMoney>;
type Opened = { form: 'bill' } | { form: 'deposit' } | { form: 'request'; bill: SupplierBill };

/** Difference of two amounts of money in cents, for what a form begins with; the server judges it. */
const less = (amount: string, ...others: string[]) =>
  (
    others.reduce((cents, one) => cents - Math.round(Number(one) * 100), Math.round(Number(amount) * 100)) / 100
  ).toFixed(2);

/** What an order costs: planned, billed and paid. */
export function MoneyTab({ order }: { order: PurchaseDetail }): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const query = useCall(purchaseMoney, { id: order.id });
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const sums = query.data;
  if (query.error) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  if (!sums) return <Skeleton active />;
  const [first] = sums.instalments;
  const planned = first?.when === 'order' ? less(first.amount, sums.depositPaid) : '0.00';
  const approved = ['approved', 'ordered', 'received'].includes(order.state);
  return (
    <>
      <div className="tw-money-bar">
        {approved && may(requestSupplierPayment) && (
          <Button onClick={() => setOpened({ form: 'deposit' })}>{t('money.requestDeposit')}</Button>
        )}
        {order.orderedAt && may(saveSupplierBill) && (
          <Button onClick={() => setOpened({ form: 'bill' })}>{t('money.addBill')}</Button>
        )}
      </div>
      <Head sums={sums} />
      <h3 className="tw-section-title">{t('money.match')}</h3>
      <MatchTable sums={sums} />
      {sums.bills.length === 0 && sums.payments.length === 0 && <EmptyState title={t('money.none')} />}
      {sums.bills.length > 0 && (
        <>
          <h3 className="tw-section-title">{t('money.bills')}</h3>
          <Bills sums={sums} onRequest={(bill) => setOpened({ form: 'request', bill })} />
        </>
      )}
      {sums.payments.length > 0 && (
        <>
          <h3 className="tw-section-title">{t('money.payments')}</h3>
          <Payments rows={sums.payments} />
        </>
      )}
      {opened?.form === 'bill' && <BillForm order={order} match={sums.match} onClose={close} />}
      {opened?.form === 'deposit' && (
        <RequestForm order={order} amount={Number(planned) > 0 ? planned : '0'} onClose={close} />
      )}
      {opened?.form === 'request' && (
        <RequestForm
          order={order}
          bill={opened.bill}
          amount={less(opened.bill.amount, opened.bill.depositApplied, opened.bill.credited, opened.bill.requested)}
          onClose={close}
        />
      )}
    </>
  );
}

function Head({ sums }: { sums: Sums }): ReactNode {
  const { t } = useTranslation('procurement');
  const own = (amount: string) => <Money key={amount} amount={amount} currency={sums.currency} />;
  return (
    <Facts
      columns={3}
      items={[
        [t('money.ordered'), own(sums.ordered)],
        [t('money.received'), own(sums.received)],
        [t('money.billed'), own(sums.billed)],
        [
          t('money.deposit'),
          <span key="d">
            {own(sums.depositPaid)}{' '}
            {Number(sums.depositApplied) > 0 && (
              <span className="tw-muted">{t('money.depositUsed', { amount: sums.depositApplied })}</span>
            )}
          </span>,
        ],
        [t('money.paid'), own(sums.paid)],
        ...sums.instalments.map((one): [string, ReactNode] => [
          termsIn(currentLanguage(), [one]),
          <span key="i">
            {own(one.amount)}{' '}
            {one.dueOn && (
              <span className="tw-muted">{t(one.planned ? 'money.dueAbout' : 'money.dueDay', { day: one.dueOn })}</span>
            )}
          </span>,
        ]),
      ]}
    />
  );
}

function MatchTable({ sums }: { sums: Sums }): ReactNode {
  const { t } = useTranslation('procurement');
  const columns: Column<MatchRow>[] = [
    col.product('product', t('line.product'), { width: 220 }),
    col.qty('ordered', t('money.unitsOrdered'), { width: 100 }),
    col.qty('received', t('money.unitsReceived'), { width: 100 }),
    col.qty('billed', t('money.unitsBilled'), { width: 100 }),
    col.money('unitPrice', t('money.agreed'), { currency: () => sums.currency, width: 120 }),
  ];
  return <LineTable label={t('money.match')} columns={columns} rows={sums.match} keyOf={(row) => row.lineId} />;
}

function Bills({ sums, onRequest }: { sums: Sums; onRequest: (bill: SupplierBill) => void }): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const columns: Column<SupplierBill>[] = [
    col.heading('reference', t('money.reference'), { width: 140 }),
    col.text('billedOn', t('money.billedOn'), { width: 104 }),
    col.money('amount', t('money.amount'), { currency: 'currency', width: 120 }),
    col.money('paid', t('money.paid'), { currency: 'currency', width: 120 }),
    col.text('dueOn', t('money.dueOn'), { width: 104 }),
    col.own(
      'difference',
      t('money.difference'),
      (row) =>
        Number(row.difference) !== 0 && (
          <div className="tw-two-lines">
            <Money amount={row.difference} currency={sums.baseCurrency} />
            <span className="tw-muted">
              {t('money.differenceOf', { stock: less(row.inStock), left: less(row.leftStock) })}
            </span>
          </div>
        ),
      { width: 190 },
    ),
    ...(may(requestSupplierPayment)
      ? [
          col.own<SupplierBill>(
            'acts',
            '',
            (row) =>
              Number(less(row.amount, row.depositApplied, row.credited, row.requested)) > 0 && (
                <Button size="small" onClick={() => onRequest(row)}>
                  {t('money.request')}
                </Button>
              ),
            { width: 110 },
          ),
        ]
      : []),
  ];
  return <LineTable label={t('money.bills')} columns={columns} rows={sums.bills} />;
}

const TONES: Record<SupplierPaymentState, Tone> = {
  reviewing: 'warn',
  approved: 'info',
  paid: 'good',
  rejected: 'bad',
  cancelled: 'muted',
};

function Payments({ rows }: { rows: readonly SupplierPayment[] }): ReactNode {
  const { t } = useTranslation('procurement');
  const columns: Column<SupplierPayment>[] = [
    col.heading('number', t('money.payments'), { width: 160 }),
    col.status(
      'state',
      t('line.status'),
      (row) => <StatusTag tone={TONES[row.state]}>{t(`money.state.${row.state}`)}</StatusTag>,
      { width: 100 },
    ),
    col.text('kind', t('money.kind'), {
      of: (row: SupplierPayment) => row.billNumber ?? t('money.kindDeposit'),
      width: 150,
    }),
    col.money('amount', t('money.amount'), { currency: 'currency', width: 120 }),
    col.text('dueOn', t('money.dueOn'), { width: 104 }),
    col.text('paidOn', t('money.paidOn'), { width: 104 }),
    col.text('reference', t('money.payReference'), { width: 120, card: 'hide' }),
    col.own('acts', '', (row) => <PaymentActs payment={row} />, { width: 150 }),
  ];
  return <LineTable label={t('money.payments')} columns={columns} rows={rows} />;
}

function PaymentActs({ payment }: { payment: SupplierPayment }): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const [paying, setPaying] = useState(false);
  const cancel = useAct(cancelSupplierPayment, {
    refresh: [purchaseMoney, getPurchase, ...DUE_CHANGED],
    success: t('money.cancelled'),
  });
  return (
    <>
      {supplierPaymentMay('pay', payment) && may(paySupplier) && (
        <Button size="small" type="primary" onClick={() => setPaying(true)}>
          {t('money.pay')}
        </Button>
      )}
      {supplierPaymentMay('cancel', payment) && may(cancelSupplierPayment) && (
        <ConfirmDanger
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('money.cancelTitle', { number: payment.number })}
          title={t('money.cancelTitle', { number: payment.number })}
          consequence={t('money.cancelText')}
          verb={t('money.cancel')}
          onConfirm={() => cancel.mutateAsync({ id: payment.id })}
        >
          {null}
        </ConfirmDanger>
      )}
      {paying && <PayForm payment={payment} onClose={() => setPaying(false)} />}
    </>
  );
}
