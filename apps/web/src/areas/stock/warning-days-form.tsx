import { listStockWarnings, saveStockWarningDays, stockWarningTabs } from '@tradewind/contract/stock-views.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../components/form-drawer.tsx';

interface WarningDaysFormProps {
  days: { expiringDays: number; agedDays: number };
  onClose: () => void;
}

/** The days from which expiring and aged stock gives a warning. */
export function WarningDaysForm({ days: { expiringDays, agedDays }, onClose }: WarningDaysFormProps): ReactNode {
  const { t } = useTranslation('stock');
  return (
    <FormDrawer
      open
      title={t('warn.days')}
      call={saveStockWarningDays}
      initial={{ expiringDays, agedDays }}
      fields={[
        { kind: 'number', name: 'expiringDays', label: t('warn.expiringDays') },
        { kind: 'number', name: 'agedDays', label: t('warn.agedDays') },
      ]}
      verb={t('warn.verb')}
      success={t('warn.saved')}
      refresh={[stockWarningTabs, listStockWarnings]}
      onClose={onClose}
    />
  );
}
