import {
  CHARGE_BASES,
  getPurchase,
  type MatchRow,
  type PurchaseDetail,
  paySupplier,
  purchaseMoney,
  requestSupplierPayment,
  type SupplierBill,
  type SupplierPayment,
  saveSupplierBill,
} from '@tradewind/contract/procurement.ts';
import { Form, InputNumber } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../api/toast.ts';
import { currencyOptions } from '../../../components/currencies.ts';
import { useCompanyClock } from '../../../components/days.ts';
import { FormDrawer, type Typed } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { ProductNames } from '../../../components/product-names.tsx';
import { DUE_CHANGED } from './due-changed.ts';
import '../procurement.css';

const MONEY = [purchaseMoney, getPurchase, ...DUE_CHANGED];

interface BillProps {
  order: PurchaseDetail;
  match: readonly MatchRow[];
  onClose: () => void;
}
type BillValues = Typed<typeof saveSupplierBill, { lines: { quantity?: number | null; unitPrice?: string | null }[] }>;

/** A bill begins with what was received and not billed, at the agreed prices. */
export function BillForm({ order, match, onClose }: BillProps): ReactNode {
  const { t } = useTranslation('procurement');
  const today = useCompanyClock().today();
  const initial = useMemo(
    () => ({
      ...{ orderId: order.id, billedOn: today, currency: order.currency, charges: '0', chargeBasis: 'value' as const },
      lines: match.map((row) => ({ quantity: Math.max(row.received - row.billed, 0), unitPrice: row.unitPrice })),
      idempotencyKey: crypto.randomUUID(),
    }),
    [order, match, today],
  );
  return (
    <FormDrawer
      open
      size={720}
      title={t('money.billTitle', { number: order.number })}
      call={saveSupplierBill}
      initial={initial}
      toInput={({ lines, charges, ...values }: BillValues) => ({
        ...values,
        charges: charges || '0',
        lines: lines.flatMap(({ quantity, unitPrice }, at) =>
          quantity && match[at] ? [{ lineId: match[at].lineId, quantity, unitPrice: unitPrice || '0' }] : [],
        ),
      })}
      verb={t('money.saveBill')}
      refresh={MONEY}
      onDone={({ number }) => toast.success(t('money.billSaved', { number }))}
      onClose={onClose}
    >
      <FormFields<typeof saveSupplierBill>
        fields={[
          { kind: 'text', name: 'reference', label: t('money.reference'), half: true },
          { kind: 'date', name: 'billedOn', label: t('money.billedOn'), half: true },
          { kind: 'select', name: 'currency', label: t('money.currency'), half: true, options: currencyOptions() },
          { kind: 'date', name: 'dueOn', label: t('money.dueOn'), help: t('money.dueHelp'), half: true },
        ]}
      />
      <BillLines match={match} />
      <p className="tw-muted">{t('money.billHelp')}</p>
      <FormFields<typeof saveSupplierBill>
        fields={[
          { kind: 'decimal', name: 'charges', label: t('money.charges'), half: true },
          {
            kind: 'select',
            name: 'chargeBasis',
            label: t('money.basis'),
            half: true,
            options: CHARGE_BASES.map((value) => ({ value, label: t(`money.bases.${value}`) })),
          },
          { kind: 'text', name: 'acceptReason', label: t('money.acceptReason'), help: t('money.acceptHelp') },
        ]}
      />
    </FormDrawer>
  );
}

function BillLines({ match }: { match: readonly MatchRow[] }): ReactNode {
  const { t } = useTranslation('procurement');
  const currency = Form.useWatch<string | undefined>('currency');
  return match.map((row, at) => (
    <div key={row.lineId} className="tw-bill-row">
      <ProductNames of={row} />
      <span className="tw-muted tw-figure">
        {t('money.unitsReceived')} {row.received} · {t('money.unitsBilled')} {row.billed}
      </span>
      <Form.Item name={['lines', at, 'quantity']} noStyle>
        <InputNumber precision={0} controls={false} aria-label={`${row.sku} ${t('money.quantity')}`} />
      </Form.Item>
      <Form.Item name={['lines', at, 'unitPrice']} noStyle>
        <InputNumber<string>
          stringMode
          min="0"
          controls={false}
          suffix={currency ?? ''}
          aria-label={`${row.sku} ${t('money.unitPrice')}`}
        />
      </Form.Item>
    </div>
  ));
}

interface RequestProps {
  order: PurchaseDetail;
  /** Left out: a deposit. */
  bill?: SupplierBill;
  amount: string;
  onClose: () => void;
}

export function RequestForm({ order, bill, amount, onClose }: RequestProps): ReactNode {
  const { t } = useTranslation('procurement');
  return (
    <FormDrawer
      open
      title={
        bill ? t('money.requestTitle', { number: bill.reference }) : t('money.depositTitle', { number: order.number })
      }
      call={requestSupplierPayment}
      initial={{
        ...{ orderId: order.id, amount, idempotencyKey: crypto.randomUUID() },
        ...(bill?.dueOn ? { dueOn: bill.dueOn } : {}),
        ...(bill ? { billId: bill.id } : {}),
      }}
      verb={t('money.request')}
      success={t('money.requested')}
      refresh={MONEY}
      onClose={onClose}
      fields={[
        {
          kind: 'decimal',
          name: 'amount',
          label: t('money.amount'),
          half: true,
          suffix: bill?.currency ?? order.currency,
        },
        { kind: 'date', name: 'dueOn', label: t('money.dueOn'), help: t('money.dueHelp'), half: true },
        { kind: 'textarea', name: 'remark', label: t('line.remark') },
      ]}
    />
  );
}

export function PayForm({ payment, onClose }: { payment: SupplierPayment; onClose: () => void }): ReactNode {
  const { t } = useTranslation('procurement');
  const today = useCompanyClock().today();
  return (
    <FormDrawer
      open
      title={t('money.payTitle', { number: payment.number })}
      call={paySupplier}
      initial={{ id: payment.id, paidOn: today, idempotencyKey: crypto.randomUUID() }}
      verb={t('money.pay')}
      success={t('money.paidDone')}
      refresh={MONEY}
      onClose={onClose}
      fields={[
        { kind: 'date', name: 'paidOn', label: t('money.paidOn'), half: true },
        { kind: 'text', name: 'reference', label: t('money.payReference'), half: true },
      ]}
    />
  );
}
