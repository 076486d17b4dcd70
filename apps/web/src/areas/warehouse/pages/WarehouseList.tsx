import { rights } from '@tradewind/contract/access/modules.ts';
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
import { useMay } from '../../../components/can.tsx';
import { type Column, ListPage, optionsOf, yesNo } from '../../../components/list-page.tsx';
import { col } from '../../../components/table/col.tsx';
import { WarehouseDrawer } from '../warehouse-drawer.tsx';
import { WarehouseForm } from '../warehouse-form.tsx';
import { addressLine, WarehouseName, WarehouseStatus } from '../warehouse-status.tsx';
import { AdoptDrawer } from '../wms/adopt-drawer.tsx';
import { ConnectForm } from '../wms/connect-form.tsx';
import { WmsForm } from '../wms-form.tsx';
import '../warehouse.css';

export default function WarehouseList(): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
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
            options: optionsOf(WAREHOUSE_KINDS, (kind) => t(`house.kind.${kind}`)),
          },
          {
            kind: 'select',
            name: 'enabled',
            label: t('house.stateTitle'),
            options: yesNo(t('house.enabled'), t('house.disabled')),
          },
        ]}
        primary={may(rights.warehouse.add) && { label: t('house.add'), onClick: () => setForm({}) }}
        actions={
          may(rights.warehouse.add) && (
            <>
              <Button onClick={() => setBeside('systems')}>{t('wms.title')}</Button>
              <Button onClick={() => setBeside('connect')}>{t('partner.connectHouse')}</Button>
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
            // Its shipping methods are chosen in that tab.
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
      col.ownHeading('name', t('house.name'), (row) => <WarehouseName row={row} />, { width: 220 }),
      col.text('code', t('house.code'), { width: 120 }),
      col.status('state', t('house.stateTitle'), (row) => <WarehouseStatus row={row} />),
      col.own('kind', t('house.kindTitle'), (row) => t(`house.kind.${row.kind}`), { width: 120 }),
      col.own(
        'system',
        t('wms.one'),
        ({ provider }) => systems.find((one) => one.system === provider)?.name ?? provider,
      ),
      col.own('country', t('house.address'), addressLine, { width: 260 }),
      col.text('person', t('house.person'), { of: 'personInCharge', width: 120 }),
      col.qty('locations', t('house.locations'), { width: 100 }),
      col.text('priority', t('house.priority'), { width: 90, align: 'right' }),
    ],
    [t, systems],
  );
}
