import { preparePaymentRun } from '@tradewind/contract/finance.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../api/toast.ts';
import { useCompanyClock } from '../../../components/days.ts';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { PAID } from './changed.ts';
import { useExpenseChoices } from './choices.ts';

/** Puts ticked expenses into a payment run. */
export function RunForm({ ids, onClose }: { ids: number[]; onClose: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const { today } = useCompanyClock();
  const { moneyAccounts } = useExpenseChoices();
  const initial = useMemo(() => ({ ids, payOn: today(), idempotencyKey: crypto.randomUUID() }), [ids, today]);
  return (
    <FormDrawer
      open
      title={t('paymentRun.prepareTitle', { count: ids.length })}
      call={preparePaymentRun}
      initial={initial}
      toInput={({ moneyAccountId, ...values }) => ({ ...values, moneyAccountId: moneyAccountId ?? null })}
      verb={t('paymentRun.prepare')}
      refresh={PAID}
      onDone={({ number }) => toast.success(t('paymentRun.prepared', { number }))}
      onClose={onClose}
      fields={[
        { kind: 'date', name: 'payOn', label: t('paymentRun.payOn'), help: t('paymentRun.prepareHelp') },
        {
          kind: 'select',
          name: 'moneyAccountId',
          label: t('expense.moneyAccount'),
          options: moneyAccounts,
          required: false,
        },
        { kind: 'textarea', name: 'remark', label: t('expense.remark') },
      ]}
    />
  );
}
