import {
  cancelWholesale,
  noteWholesalePayment,
  submitWholesale,
  type WholesaleDetail,
} from '@tradewind/contract/wholesale.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompanyClock } from '../../components/days.ts';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { formatMoney } from '../../components/format.ts';
import { CHANGED } from './changed.ts';

interface ActProps {
  order: WholesaleDetail;
  onClose: () => void;
}

const newKey = () => ({ idempotencyKey: crypto.randomUUID() });

/** Confirms the order. */
export function SubmitForm({ order, onClose }: ActProps): ReactNode {
  const { t } = useTranslation('wholesale');
  const { id, number, currency, depositDue } = order;
  return (
    <FormDrawer
      open
      title={t('submitTitle', { number })}
      call={submitWholesale}
      initial={{ id, override: '' }}
      verb={t('submit')}
      success={t('submitted')}
      refresh={CHANGED}
      onClose={onClose}
      fields={[{ kind: 'textarea', name: 'override', label: t('override'), help: t('overrideCredit') }]}
    >
      <p>{t('submitText', { deposit: formatMoney(depositDue, currency), currency })}</p>
    </FormDrawer>
  );
}

export function CancelForm({ order, onClose }: ActProps): ReactNode {
  const { t } = useTranslation('wholesale');
  return (
    <FormDrawer
      open
      title={t('cancelTitle', { number: order.number })}
      call={cancelWholesale}
      initial={{ id: order.id }}
      verb={t('cancel')}
      success={t('cancelled')}
      refresh={CHANGED}
      onClose={onClose}
      fields={[{ kind: 'textarea', name: 'reason', label: t('reason') }]}
    />
  );
}

/** Suggests the unpaid deposit first, then the balance due. */
export function PayForm({ order, onClose }: ActProps): ReactNode {
  const { t } = useTranslation('wholesale');
  const { today } = useCompanyClock();
  const deposit = Number(order.depositDue) - Number(order.paidAmount);
  const kind = deposit > 0 ? 'deposit' : 'balance';
  const amount = (deposit > 0 ? deposit : Number(order.openAmount)).toFixed(2);
  return (
    <FormDrawer
      open
      title={t('payTitle', { number: order.number })}
      call={noteWholesalePayment}
      initial={{ id: order.id, kind, amount, onDay: today(), reference: '', ...newKey() }}
      verb={t('savePayment')}
      success={t('paidNoted')}
      refresh={CHANGED}
      onClose={onClose}
      fields={[
        {
          kind: 'select',
          name: 'kind',
          label: t('payKind'),
          half: true,
          options: (['deposit', 'balance'] as const).map((value) => ({ value, label: t(`kind.${value}`) })),
        },
        { kind: 'decimal', name: 'amount', label: t('amount'), half: true, suffix: order.currency },
        { kind: 'date', name: 'onDay', label: t('onDay'), half: true },
        { kind: 'text', name: 'reference', label: t('reference'), half: true },
      ]}
    />
  );
}
