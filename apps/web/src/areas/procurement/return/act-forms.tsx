import {
  cancelSupplierReturn,
  returnBills,
  type SupplierReturnDetail,
  type SupplierReturnSettlement,
  settleSupplierReturn,
  shipSupplierReturn,
  undoSupplierSettlement,
} from '@tradewind/contract/procurement.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useCompanyClock } from '../../../components/days.ts';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { RETURN_CHANGED } from './changed.ts';

interface Props {
  it: SupplierReturnDetail;
  onClose: () => void;
}

export function ShipForm({ it, onClose }: Props): ReactNode {
  const { t } = useTranslation('procurement');
  return (
    <FormDrawer
      open
      title={t('return.shipTitle', { number: it.number })}
      call={shipSupplierReturn}
      initial={{ id: it.id, idempotencyKey: crypto.randomUUID() }}
      verb={t('return.ship')}
      success={t('return.shipped')}
      refresh={RETURN_CHANGED}
      onClose={onClose}
      fields={[
        { kind: 'text', name: 'carrier', label: t('return.carrier'), half: true },
        { kind: 'text', name: 'trackingNumber', label: t('return.tracking'), half: true },
        it.remedy === 'replacement' && {
          kind: 'date',
          name: 'expectedOn',
          label: t('return.replacementOn'),
          half: true,
        },
      ]}
    >
      <p className="tw-muted">{t('return.shipText', { count: it.units })}</p>
    </FormDrawer>
  );
}

/** A debit note, money, or units that are given up. */
export function SettleForm({ it, onClose }: Props): ReactNode {
  const { t } = useTranslation('procurement');
  const today = useCompanyClock().today();
  const noted = it.remedy === 'debitNote';
  const bills = useCall(returnBills, { id: it.id }, { enabled: noted });
  const units = it.remedy === 'replacement';
  const options = (bills.data?.rows ?? []).map(({ id, reference, order, open }) => ({
    value: id,
    label: t('return.billOf', { reference, order, open: `${Number(open).toFixed(2)} ${it.currency}` }),
  }));
  return (
    <FormDrawer
      open
      title={t('return.settleTitle', { number: it.number })}
      call={settleSupplierReturn}
      loading={noted && bills.isPending}
      error={bills.error}
      initial={{
        ...{ id: it.id, amount: units ? '0' : (it.open ?? '0'), onDay: today, last: true },
        ...(options.length === 1 ? { billId: options[0]?.value } : {}),
        idempotencyKey: crypto.randomUUID(),
      }}
      verb={t(units ? 'return.giveUp' : 'return.settle')}
      refresh={RETURN_CHANGED}
      onDone={({ state }) => toast.success(t(state === 'settled' ? 'return.settled' : 'return.settledPart'))}
      onClose={onClose}
      fields={[
        noted && {
          ...{ kind: 'select', name: 'billId', label: t('return.bill'), options },
          ...(options.length === 0 ? { help: t('return.noBills') } : {}),
        },
        !units && { kind: 'decimal', name: 'amount', label: t('return.settleAmount'), half: true, suffix: it.currency },
        !units && { kind: 'date', name: 'onDay', label: t('return.settleDay'), half: true },
        !units && { kind: 'text', name: 'reference', label: t('return.settleReference') },
        !units && { kind: 'check', name: 'last', label: t('return.last'), help: t('return.lastHelp') },
        {
          kind: 'textarea',
          name: 'remark',
          label: t('line.remark'),
          ...(units ? { help: t('return.giveUpText') } : {}),
        },
      ]}
    />
  );
}

export function CancelForm({ it, onClose }: Props): ReactNode {
  const { t } = useTranslation('procurement');
  return (
    <FormDrawer
      open
      title={t('return.cancelTitle', { number: it.number })}
      call={cancelSupplierReturn}
      initial={{ id: it.id, idempotencyKey: crypto.randomUUID() }}
      verb={t('return.cancel')}
      success={t('return.cancelled')}
      refresh={RETURN_CHANGED}
      onClose={onClose}
      fields={[{ kind: 'textarea', name: 'reason', label: t('return.cancelReason') }]}
    />
  );
}

export function UndoSettlementForm({ of, onClose }: { of: SupplierReturnSettlement; onClose: () => void }): ReactNode {
  const { t } = useTranslation('procurement');
  return (
    <FormDrawer
      open
      title={t('return.undoSettlementTitle', { day: of.onDay })}
      call={undoSupplierSettlement}
      initial={{ id: of.id, idempotencyKey: crypto.randomUUID() }}
      verb={t('return.undoSettlement')}
      success={t('return.settlementUndone')}
      refresh={RETURN_CHANGED}
      onClose={onClose}
      fields={[{ kind: 'textarea', name: 'reason', label: t('return.cancelReason') }]}
    >
      <p className="tw-muted">{t('return.undoSettlementText')}</p>
    </FormDrawer>
  );
}
