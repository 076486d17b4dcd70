import { type AllocationDetail, cancelAllocation, closeAllocation } from '@tradewind/contract/procurement.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { ALLOCATIONS_CHANGED } from './changed.ts';

interface Props {
  order: AllocationDetail;
  onClose: () => void;
}

export function CloseForm({ order, onClose }: Props): ReactNode {
  const { t } = useTranslation('procurement');
  return (
    <FormDrawer
      open
      title={t('allocation.closeTitle', { number: order.number })}
      call={closeAllocation}
      initial={{ id: order.id, idempotencyKey: crypto.randomUUID() }}
      verb={t('allocation.close')}
      success={t('allocation.closed')}
      refresh={ALLOCATIONS_CHANGED}
      onClose={onClose}
      fields={[{ kind: 'textarea', name: 'reason', label: t('pending.reason'), help: t('allocation.closeText') }]}
    />
  );
}

export function CancelForm({ order, onClose }: Props): ReactNode {
  const { t } = useTranslation('procurement');
  return (
    <FormDrawer
      open
      title={t('allocation.cancelTitle', { number: order.number })}
      call={cancelAllocation}
      initial={{ id: order.id, idempotencyKey: crypto.randomUUID() }}
      verb={t('allocation.cancel')}
      success={t('allocation.cancelled')}
      refresh={ALLOCATIONS_CHANGED}
      onClose={onClose}
      fields={[{ kind: 'textarea', name: 'reason', label: t('pending.reason'), help: t('allocation.cancelText') }]}
    />
  );
}
