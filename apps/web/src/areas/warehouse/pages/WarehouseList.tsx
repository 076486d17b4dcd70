import { PlusOutlined } from '@ant-design/icons';
import { getWarehouse, type WarehouseRow } from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useButtons } from '../../../components/can.tsx';
import { Quantity } from '../../../components/figures.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { addressLine, HouseState } from '../house.tsx';
import { WarehouseDrawer } from '../warehouse-drawer.tsx';
import { WarehouseForm } from '../warehouse-form.tsx';
import '../warehouse.css';

export default function WarehouseList(): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useButtons();
  const [form, setForm] = useState<{ row?: WarehouseRow }>();
  const columns = useColumns();
  return (
    <>
      <ListPage
        id="system.warehouse"
        call={getWarehouse}
        columns={columns}
        filters={[{ kind: 'text', name: 'text', label: t('house.search') }]}
        actions={
          may('add') && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
              {t('house.add')}
            </Button>
          )
        }
        empty={{ title: t('house.empty'), hint: t('house.emptyHint') }}
        detail={(id, tools) => <WarehouseDrawer id={id} tools={tools} onEdit={(row) => setForm({ row })} />}
      />
      {form && <WarehouseForm key={form.row?.id ?? 0} row={form.row} onClose={() => setForm(undefined)} />}
    </>
  );
}

function useColumns(): Column<WarehouseRow>[] {
  const { t } = useTranslation('warehouse');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('house.name'),
        width: 220,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => (
          <span className="tw-house-name">
            {row.name}
            {row.isDefault && <small>{t('house.default')}</small>}
          </span>
        ),
      },
      { key: 'code', title: t('house.code'), width: 120, render: (row) => row.code },
      {
        key: 'state',
        title: t('house.stateTitle'),
        width: 120,
        card: 'state',
        render: (row) => <HouseState row={row} />,
      },
      { key: 'kind', title: t('house.kindTitle'), width: 120, render: (row) => t(`house.kind.${row.kind}`) },
      { key: 'country', title: t('house.address'), width: 260, render: (row) => addressLine(row) },
      { key: 'person', title: t('house.person'), width: 120, render: (row) => row.personInCharge },
      {
        key: 'locations',
        title: t('house.locations'),
        width: 100,
        align: 'right',
        render: (row) => <Quantity value={row.locations} />,
      },
      { key: 'priority', title: t('house.priority'), width: 90, align: 'right', render: (row) => row.priority },
    ],
    [t],
  );
}
