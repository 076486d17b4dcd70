import { getCountSetting, saveCountSetting } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { optionsOf } from '../../../components/list-page.tsx';

/** How often a warehouse counts its locations. */
export function SettingForm(props: { warehouseId: number; name: string; onClose: () => void }): ReactNode {
  const { warehouseId, name, onClose } = props;
  const { t } = useTranslation('warehouse');
  const query = useCall(getCountSetting, { warehouseId });
  const days = (key: 'daysA' | 'daysB' | 'daysC') =>
    ({
      kind: 'number',
      name: key,
      label: t(`countTask.${key}`),
      half: true,
      suffix: t('countTask.days'),
    }) as const;
  return (
    <FormDrawer
      open
      title={t('countTask.settingOf', { warehouse: name })}
      call={saveCountSetting}
      loading={query.isPending}
      error={query.error}
      {...(query.data ? { initial: { warehouseId, ...query.data } } : {})}
      verb={t('countTask.save')}
      success={t('countTask.saved')}
      refresh={[getCountSetting]}
      onClose={onClose}
      fields={[
        { kind: 'switch', name: 'enabled', label: t('countTask.enabled') },
        {
          kind: 'select',
          name: 'basis',
          label: t('countTask.basis'),
          options: optionsOf(['picks', 'value'], (basis) => t(`countTask.basisOf.${basis}`)),
        },
        days('daysA'),
        days('daysB'),
        days('daysC'),
        { kind: 'number', name: 'most', label: t('countTask.most'), half: true },
      ]}
    />
  );
}
