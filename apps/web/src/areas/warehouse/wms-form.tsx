import { addWarehouseWms, getWarehouseWms } from '@tradewind/contract/warehouse.ts';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';

/** The warehouse systems of the company, and a form for a new one. */
export function WmsForm({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const systems = useCall(getWarehouseWms, {});
  return (
    <FormDrawer
      open
      title={t('wms.title')}
      call={addWarehouseWms}
      verb={t('wms.save')}
      success={t('wms.saved')}
      refresh={[getWarehouseWms]}
      onClose={onClose}
    >
      <ul className="tw-wms-list">
        {(systems.data ?? []).map((one) => (
          <li key={one.system}>
            <strong>{one.name}</strong> <span className="tw-muted">{one.system}</span>{' '}
            {one.own && <Tag>{t('wms.own')}</Tag>}
            <span className="tw-muted">{t('wms.houses', { count: one.warehouses })}</span>
          </li>
        ))}
      </ul>
      <FormFields<typeof addWarehouseWms>
        fields={[
          {
            kind: 'text',
            name: 'wms.system',
            label: t('wms.system'),
            half: true,
            max: 40,
            help: t('wms.systemHelp'),
            pattern: { value: /^[a-z0-9]*$/, message: t('wms.systemHelp') },
          },
          { kind: 'text', name: 'wms.name', label: t('wms.name'), half: true },
        ]}
      />
    </FormDrawer>
  );
}
