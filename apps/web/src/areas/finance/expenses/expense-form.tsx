import { rights } from '@tradewind/contract/access/modules.ts';
import { type ExpenseDetail, type ExpenseSide, saveExpense } from '@tradewind/contract/finance.ts';
import { listOrders } from '@tradewind/contract/orders.ts';
import { Alert, Form } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currencyOptions } from '../../../components/currencies.ts';
import { useCompanyClock } from '../../../components/days.ts';
import { type FieldsOf, FormDrawer, type StartOf, type Typed } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { useModulePaths } from '../../../components/module-paths.ts';
import { RemoteSelect } from '../../../components/remote-select.tsx';
import { CHANGED } from './changed.ts';
import { useExpenseChoices, useTypeOptions } from './choices.ts';
import { type Share, SharesField, sharesOf } from './shares-field.tsx';

type Values = Typed<typeof saveExpense, { lines: Share[] }>;

function valuesOf(expense: ExpenseDetail | undefined, today: string, currency: string): StartOf<Values> {
  if (!expense) return { day: today, currency, lines: [{ share: '1' }], idempotencyKey: crypto.randomUUID() };
  const { id, version, subject, typeId, amount, lines, day, occurredOn, orderId, payee, payeeAccount } = expense;
  return {
    ...{
      id,
      version,
      subject,
      typeId,
      amount,
      currency: expense.currency,
      day,
      occurredOn,
      orderId,
      payee,
      payeeAccount,
    },
    ...{ memberId: expense.memberId, remark: expense.remark },
    lines: lines.map(({ shopId, departmentId, share }) => ({ shopId, departmentId, share })),
  };
}

interface ExpenseFormProps {
  side: ExpenseSide;
  /** Edits this draft; otherwise adds one. */
  expense?: ExpenseDetail;
  onClose: () => void;
}

export function ExpenseForm({ side, expense, onClose }: ExpenseFormProps): ReactNode {
  const { t } = useTranslation('finance');
  const { today } = useCompanyClock();
  const { baseCurrency } = useExpenseChoices();
  const now = today();
  const initial = useMemo(() => valuesOf(expense, now, baseCurrency), [expense, now, baseCurrency]);
  return (
    <FormDrawer
      open
      key={`${expense?.id}/${baseCurrency}`}
      size={640}
      title={expense ? t('expense.editTitle', { number: expense.number }) : t(`expense.add.${side}`)}
      call={saveExpense}
      initial={initial}
      toInput={({ lines, occurredOn, orderId, memberId, ...values }: Values) => ({
        ...values,
        ...{ occurredOn: occurredOn ?? null, orderId: orderId ?? null, memberId: memberId ?? null },
        lines: sharesOf(lines),
      })}
      verb={t('expense.save')}
      success={t('expense.saved')}
      refresh={CHANGED}
      onClose={onClose}
    >
      <FormFields<Values> fields={useContentFields(side)} />
      <ClosedMonth />
      <FormFields<Values> fields={useMoreFields(side, expense)} />
      <SharesField />
      <FormFields<Values> fields={[{ kind: 'textarea', name: 'remark', label: t('expense.remark') }]} />
    </FormDrawer>
  );
}

function useContentFields(side: ExpenseSide): FieldsOf<Values> {
  const { t } = useTranslation('finance');
  return [
    { kind: 'select', name: 'typeId', label: t('expense.type'), options: useTypeOptions(side), half: true },
    { kind: 'text', name: 'subject', label: t('expense.subject'), half: true },
    { kind: 'decimal', name: 'amount', label: t('expense.amount'), half: true },
    { kind: 'select', name: 'currency', label: t('expense.currency'), options: currencyOptions(), half: true },
    { kind: 'date', name: 'day', label: t('expense.day'), half: true },
    { kind: 'date', name: 'occurredOn', label: t('expense.occurredOn'), half: true, required: false },
  ];
}

function useMoreFields(side: ExpenseSide, expense: ExpenseDetail | undefined): FieldsOf<Values> {
  const { t } = useTranslation('finance');
  const { members } = useExpenseChoices();
  const orders = useModulePaths().get(rights.order.id) !== undefined;
  return [
    { kind: 'text', name: 'payee', label: t(`expense.payee.${side}`), half: true },
    { kind: 'text', name: 'payeeAccount', label: t('expense.payeeAccount'), half: true },
    side === 'expense' && {
      ...{
        kind: 'select',
        name: 'memberId',
        label: t('expense.member'),
        options: members,
        half: true,
        required: false,
      },
      help: t('expense.memberHelp'),
    },
    orders && {
      ...{ kind: 'custom', name: 'orderId', label: t('expense.order'), half: true, required: false },
      control: <OrderSelect known={expense} />,
    },
  ];
}

interface OrderSelectProps {
  known?: ExpenseDetail | undefined;
  id?: string;
  value?: number | null;
  onChange?: (value: number | undefined) => void;
}
function OrderSelect({ known, id, value, onChange }: OrderSelectProps): ReactNode {
  const { t } = useTranslation('finance');
  return (
    <RemoteSelect
      {...(id ? { id } : {})}
      allowClear
      placeholder={t('expense.order')}
      call={listOrders}
      input={(text) => ({ ...(text ? { text } : {}), pageSize: 30 })}
      options={(found) => found.rows.map((row) => ({ value: row.id, label: row.displayNo }))}
      known={known?.orderId && known.orderNo ? [{ value: known.orderId, label: known.orderNo }] : []}
      value={value ?? null}
      onChange={(next) => onChange?.(next)}
    />
  );
}

/** Says where the ledger books a day of a closed month. */
export function ClosedMonth({ name = 'day' }: { name?: string }): ReactNode {
  const { t } = useTranslation('finance');
  const { closedMonths } = useExpenseChoices();
  const day: unknown = Form.useWatch(name);
  const month = typeof day === 'string' ? day.slice(0, 7) : '';
  if (!closedMonths.includes(`${month}-01`)) return null;
  return <Alert className="tw-form-problem" type="info" showIcon title={t('expense.closedMonth', { month })} />;
}
