import type { InputOf } from '@tradewind/contract/call.ts';
import { listStockWarnings, productStock, saveStockLimits, stockWarningTabs } from '@tradewind/contract/stock-views.ts';
import { selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { FormDrawer } from '../../components/form-drawer.tsx';

type Typed = Pick<InputOf<typeof saveStockLimits>, 'warehouseId'> & {
  safety?: number | null;
  maxAgeDays?: number | null;
};

interface LimitDrawerProps {
  productIds: readonly number[];
  title: string;
  /** The current limits, of one product in one warehouse. */
  now?: { warehouseId: number; safety: number | null; maxAgeDays: number | null };
  onClose: () => void;
}

/** Sets safety stock and max age in a warehouse. */
export function LimitDrawer({ productIds, title, now, onClose }: LimitDrawerProps): ReactNode {
  const { t } = useTranslation('stock');
  const [key] = useState(() => crypto.randomUUID());
  const warehouses = useCall(selectWarehouse, {});
  return (
    <FormDrawer
      open
      title={`${t('limit.title')} · ${title}`}
      call={saveStockLimits}
      initial={{ ...now }}
      loading={warehouses.isPending}
      fields={[
        {
          kind: 'select',
          name: 'warehouseId',
          label: t('warehouse'),
          disabled: !!now,
          options: (warehouses.data ?? []).map((w) => ({ value: w.id, label: w.name })),
        },
        { kind: 'number', name: 'safety', label: t('limit.safety'), help: t('limit.safetyHelp'), half: true },
        { kind: 'number', name: 'maxAgeDays', label: t('limit.maxAge'), help: t('limit.maxAgeHelp'), half: true },
      ]}
      toInput={({ warehouseId, safety, maxAgeDays }: Typed) => ({
        productIds: [...productIds],
        warehouseId,
        safety: safety ?? null,
        maxAgeDays: maxAgeDays ?? null,
        idempotencyKey: key,
      })}
      verb={t('limit.verb')}
      refresh={[productStock, listStockWarnings, stockWarningTabs]}
      onDone={() => toast.success(t('limit.done'))}
      onClose={onClose}
    />
  );
}
