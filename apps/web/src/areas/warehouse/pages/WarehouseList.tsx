import { PlusOutlined } from '@ant-design/icons';
import {
  getWarehouse,
  getWarehouseWms,
  WAREHOUSE_KINDS,
  type WarehouseRow,
  type WmsRow,
} from '@tradewind/contract/warehouse.ts';
import { wmsConnections } from '@tradewind/contract/wms.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { Quantity } from '../../../components/figures.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { addressLine, HouseState } from '../house.tsx';
import { WarehouseDrawer } from '../warehouse-drawer.tsx';
import { WarehouseForm } from '../warehouse-form.tsx';
import { AdoptDrawer } from '../wms/adopt-drawer.tsx';
import { ConnectForm } from '../wms/connect-form.tsx';
import { WmsForm } from '../wms-form.tsx';
import '../warehouse.css';

export default function WarehouseList(): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useButtons();
  const [form, setForm] = useState<{ row?: WarehouseRow }>();
  const [beside, setBeside] = useState<'systems' | 'connect' | { adopt: number }>();
  const close = () => setBeside(undefined);
  const [, setParams] = useSearchParams();
  const systems = useCall(getWarehouseWms, {});
  const accounts = useCall(wmsConnections, {}, { enabled: beside === 'connect' });
  const columns = useColumns(systems.data ?? NO_SYSTEMS);
  return (
    <>
      <ListPage
        id="system.warehouse"
        call={getWarehouse}
        columns={columns}
        filters={[
          { kind: 'text', name: 'text', label: t('house.search') },
          {
            kind: 'select',
            name: 'kind',
            label: t('house.kindTitle'),
            options: WAREHOUSE_KINDS.map((kind) => ({ value: kind, label: t(`house.kind.${kind}`) })),
          },
          {
            kind: 'select',
            name: 'enabled',
            label: t('house.stateTitle'),
            options: [
              { value: 'true', label: t('house.enabled') },
              { value: 'false', label: t('house.disabled') },
            ],
          },
        ]}
        actions={
          may('add') && (
            <>
              <Button onClick={() => setBeside('systems')}>{t('wms.title')}</Button>
              <Button onClick={() => setBeside('connect')}>{t('partner.connectHouse')}</Button>
              <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
                {t('house.add')}
              </Button>
            </>
          )
        }
        empty={{ title: t('house.empty'), hint: t('house.emptyHint') }}
        detail={(id, tools) => <WarehouseDrawer id={id} tools={tools} onEdit={(row) => setForm({ row })} />}
      />
      {beside === 'systems' && <WmsForm onClose={close} />}
      {beside === 'connect' && (
        <ConnectForm known={accounts.data ?? []} onDone={(id) => setBeside({ adopt: id })} onClose={close} />
      )}
      {typeof beside === 'object' && (
        <AdoptDrawer
          id={beside.adopt}
          onDone={([first]) => {
            close();
            // Its shipping methods are chosen there.
            if (first !== undefined) setParams({ open: String(first) });
          }}
          onClose={close}
        />
      )}
      {form && <WarehouseForm key={form.row?.id ?? 0} row={form.row} onClose={() => setForm(undefined)} />}
    </>
  );
}

const NO_SYSTEMS: WmsRow[] = [];

function useColumns(systems: readonly WmsRow[]): Column<WarehouseRow>[] {
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
      {
        key: 'system',
        title: t('wms.one'),
        width: 140,
        render: (row) => systems.find((one) => one.system === row.provider)?.name ?? row.provider,
      },
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
    [t, systems],
  );
}
