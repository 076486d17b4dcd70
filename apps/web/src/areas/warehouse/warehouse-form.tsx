import type { InputOf } from '@tradewind/contract/call.ts';
import {
  addWarehouse,
  findWarehouseDetail,
  getWarehouse,
  getWarehouseWms,
  OWN_WMS,
  selectWarehouse,
  updateWarehouse,
  WAREHOUSE_KINDS,
  type WarehouseRow,
  type WmsRow,
} from '@tradewind/contract/warehouse.ts';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { changesOf } from '../../components/changes.ts';
import { useCountries } from '../../components/countries.ts';
import { type FieldOf, FormDrawer } from '../../components/form-drawer.tsx';

const ADDRESS = ['name', 'company', 'line1', 'line2', 'city', 'state', 'postalCode', 'phone'] as const;

/** Of a rented warehouse only the person in charge can be changed. */
export function WarehouseForm({ row, onClose }: { row?: WarehouseRow | undefined; onClose: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const countries = useCountries();
  const rented = row?.kind === 'rented';
  const systems = useCall(getWarehouseWms, {});
  const fields = useFields(row, rented, countries, systems.data ?? []);
  const shared = {
    open: true,
    fields,
    refresh: [getWarehouse, selectWarehouse, getWarehouseWms, findWarehouseDetail],
    success: t('house.saved'),
    onClose,
  };
  if (!row)
    return (
      <FormDrawer
        {...shared}
        title={t('house.add')}
        call={addWarehouse}
        verb={t('house.add')}
        initial={{ warehouse: { kind: 'selfBuilt', provider: OWN_WMS, priority: 100, address: { country: 'CN' } } }}
        toInput={({ warehouse }: Values) => ({ warehouse: cleaned(warehouse) })}
      />
    );
  return (
    <FormDrawer
      {...shared}
      title={t('house.edit', { name: row.name })}
      call={updateWarehouse}
      verb={t('house.save')}
      initial={{ warehouse: { ...row } }}
      toInput={({ warehouse }: Values) => ({ warehouse: changed(row, cleaned(warehouse)) })}
    >
      {rented && <Alert type="info" showIcon title={t('house.rentedHint')} />}
    </FormDrawer>
  );
}

type Values = InputOf<typeof addWarehouse>;
type Warehouse = Values['warehouse'];

/** Cleared fields are sent as empty text. */
const cleaned = (warehouse: Warehouse): Warehouse => withText({ ...warehouse, address: withText(warehouse.address) });
const withText = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? ''])) as T;

function changed(row: WarehouseRow, { personInCharge, name, address, priority }: Warehouse) {
  const shown = row.kind === 'rented' ? { personInCharge } : { personInCharge, name, priority, address };
  return { id: row.id, version: row.version, ...changesOf(row, shown) };
}

function useFields(
  row: WarehouseRow | undefined,
  rented: boolean,
  countries: ReturnType<typeof useCountries>,
  systems: readonly WmsRow[],
): FieldOf<Values>[] {
  const { t } = useTranslation('warehouse');
  return [
    {
      kind: 'text',
      name: 'warehouse.code',
      label: t('house.code'),
      required: true,
      half: true,
      disabled: row !== undefined,
      max: 30,
      help: t('house.codeHelp'),
      pattern: { value: /^[A-Za-z0-9_-]*$/, message: t('house.codeHelp') },
    },
    { kind: 'text', name: 'warehouse.name', label: t('house.name'), required: true, half: true, disabled: rented },
    {
      kind: 'select',
      name: 'warehouse.kind',
      label: t('house.kindTitle'),
      required: true,
      half: true,
      disabled: row !== undefined,
      options: WAREHOUSE_KINDS.map((kind) => ({ value: kind, label: t(`house.kind.${kind}`) })),
    },
    {
      kind: 'select',
      name: 'warehouse.provider',
      label: t('wms.one'),
      required: true,
      half: true,
      disabled: row !== undefined,
      help: t('wms.providerHelp'),
      options: systems.map((one) => ({ value: one.system, label: one.name })),
    },
    { kind: 'text', name: 'warehouse.personInCharge', label: t('house.person'), half: true },
    {
      kind: 'number',
      name: 'warehouse.priority',
      label: t('house.priority'),
      half: true,
      disabled: rented,
      help: t('house.priorityHelp'),
    },
    {
      kind: 'select',
      name: 'warehouse.address.country',
      label: t('house.country'),
      half: true,
      disabled: rented,
      options: countries,
    },
    ...ADDRESS.map(
      (part): FieldOf<Values> => ({
        kind: 'text',
        name: `warehouse.address.${part}`,
        label: t(`house.part.${part}`),
        half: part !== 'line1' && part !== 'line2',
        disabled: rented,
      }),
    ),
  ];
}
