import { type ExpenseDetail, payExpense } from '@tradewind/contract/finance.ts';
import { Form } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompanyClock } from '../../../components/days.ts';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { PAID } from './changed.ts';
import { useExpenseChoices } from './choices.ts';
import { ClosedMonth } from './expense-form.tsx';

/** Records the payment of an expense or the receipt of an income. */
export function PayForm({ expense, onClose }: { expense: ExpenseDetail; onClose: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const { today } = useCompanyClock();
  const { id, number, side } = expense;
  const initial = useMemo(
    () => ({ id, paidOn: today(), from: 'money' as const, idempotencyKey: crypto.randomUUID() }),
    [id, today],
  );
  return (
    <FormDrawer
      open
      title={t(`expense.payTitle.${side}`, { number })}
      call={payExpense}
      initial={initial}
      toInput={({ moneyAccountId, paidAmount, ...values }) => ({
        ...values,
        moneyAccountId: moneyAccountId ?? null,
        ...(paidAmount ? { paidAmount: String(paidAmount) } : {}),
      })}
      verb={t(`expense.pay.${side}`)}
      success={t('expense.paid')}
      refresh={PAID}
      onClose={onClose}
      fields={[
        { kind: 'date', name: 'paidOn', label: t(`expense.paidOn.${side}`) },
        side === 'expense' &&
          expense.memberId !== null && {
            ...{ kind: 'select', name: 'from', label: t('expense.from'), required: true },
            options: (['money', 'advance'] as const).map((value) => ({ value, label: t(`expense.fromOf.${value}`) })),
          },
      ]}
    >
      <ClosedMonth name="paidOn" />
      <Means currency={expense.currency} />
    </FormDrawer>
  );
}

function Means({ currency }: { currency: string }): ReactNode {
  const { t } = useTranslation('finance');
  const { accounts, moneyAccounts } = useExpenseChoices();
  const from: unknown = Form.useWatch('from');
  const chosen: unknown = Form.useWatch('moneyAccountId');
  if (from === 'advance') return null;
  const account = accounts.find((one) => one.id === chosen);
  return (
    <FormFields<typeof payExpense>
      fields={[
        {
          kind: 'select',
          name: 'moneyAccountId',
          label: t('expense.moneyAccount'),
          options: moneyAccounts,
          required: false,
        },
        account !== undefined &&
          account.currency !== currency && {
            ...{ kind: 'decimal', name: 'paidAmount', label: t('expense.paidAmount', { currency: account.currency }) },
            required: true,
          },
        { kind: 'text', name: 'reference', label: t('expense.reference') },
      ]}
    />
  );
}
