import { assignPendingSupplier, cancelPending, type PendingFilter } from '@tradewind/contract/procurement.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer, type Typed } from '../../../components/form-drawer.tsx';
import type { Outcome } from '../../../components/list-page.tsx';
import { CHANGED } from '../purchase/changed.ts';
import { type ChosenSupplier, SupplierSelect } from '../purchase/supplier-select.tsx';

/** A form over chosen lines; `done` takes what it did, or undefined if it was closed. */
export interface PendingForm {
  input: { ids: number[] } | { filter: PendingFilter };
  count: number;
  idempotencyKey: string;
  done: (outcome: Outcome) => void;
}

type SupplierValues = Typed<typeof assignPendingSupplier, { supplierId: ChosenSupplier }>;

export function SupplierForm({ input, count, idempotencyKey, done }: PendingForm): ReactNode {
  const { t } = useTranslation('procurement');
  return (
    <FormDrawer
      open
      title={t('pending.supplierTitle', { count })}
      call={assignPendingSupplier}
      toInput={({ supplierId }: SupplierValues) => ({ ...input, idempotencyKey, supplierId: supplierId.id })}
      verb={t('pending.setSupplier')}
      refresh={CHANGED}
      onDone={(result) => done({ done: result.done, failed: [] })}
      onClose={() => done(undefined)}
      fields={[
        { kind: 'custom', name: 'supplierId', label: t('line.supplier'), required: true, control: <SupplierSelect /> },
      ]}
    />
  );
}

export function GiveUpForm({ input, count, idempotencyKey, done }: PendingForm): ReactNode {
  const { t } = useTranslation('procurement');
  return (
    <FormDrawer
      open
      title={t('pending.cancelTitle', { count })}
      call={cancelPending}
      toInput={({ reason }: { reason: string }) => ({ ...input, idempotencyKey, reason })}
      verb={t('pending.cancel')}
      refresh={CHANGED}
      onDone={(result) => done({ done: result.done, failed: [] })}
      onClose={() => done(undefined)}
      fields={[{ kind: 'textarea', name: 'reason', label: t('pending.reason') }]}
    />
  );
}
