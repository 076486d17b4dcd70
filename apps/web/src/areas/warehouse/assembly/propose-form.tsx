import { proposeAssemblies } from '@tradewind/contract/warehouse.ts';
import { Alert } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../api/toast.ts';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { CHANGED } from './changed.ts';

/** Drafts for the kits that waiting orders lack in a warehouse. */
export function ProposeForm({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const warehouses = useWarehouseOptions();
  const initial = useMemo(() => ({ idempotencyKey: crypto.randomUUID() }), []);
  return (
    <FormDrawer
      open
      title={t('assembly.propose')}
      call={proposeAssemblies}
      initial={initial}
      verb={t('assembly.proposeVerb')}
      refresh={CHANGED}
      onDone={({ made, short }) => {
        const lacking = short.map((one) => `${one.sku} × ${one.missing}`).join(', ');
        const said = made.length > 0 ? t('assembly.proposed', { count: made.length }) : t('assembly.proposedNone');
        const text = [said, lacking && t('assembly.proposedShort', { lacking })].filter(Boolean).join('  ');
        if (made.length > 0) toast.success(text);
        else toast.info(text);
      }}
      onClose={onClose}
      fields={[{ kind: 'select', name: 'warehouseId', label: t('assembly.warehouse'), options: warehouses }]}
    >
      <Alert type="info" showIcon title={t('assembly.proposeHelp')} />
    </FormDrawer>
  );
}
