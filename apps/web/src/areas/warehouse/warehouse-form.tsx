import type { InputOf, ResultOf } from '@tradewind/contract/call.ts';
import { getCompanyByCustomerId } from '@tradewind/contract/company.ts';
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
} from '@tradewind/contract/warehouse.ts';
import { Alert, Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { changesOf } from '../../components/changes.ts';
import { useCountries } from '../../components/countries.ts';
import { type FieldOf, FormDrawer, type StartOf } from '../../components/form-drawer.tsx';
import { useSavedStep } from '../../components/setup.ts';

const ADDRESS = ['name', 'company', 'line1', 'line2', 'city', 'state', 'postalCode', 'phone'] as const;

/** Of a rented warehouse only the person in charge can be changed. */
export function WarehouseForm({ row, onClose }: { row?: WarehouseRow | undefined; onClose: () => void }): ReactNode {
  return row ? <EditForm row={row} onClose={onClose} /> : <NewForm onClose={onClose} />;
}

/**
 * Begins with the company's own address, a free code and the first location; what only some need is behind "More".
 */
function NewForm({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const [all, setAll] = useState(false);
  const company = useCall(getCompanyByCustomerId, {});
  const others = useCall(selectWarehouse, {});
  const fields = useFields(undefined);
  const saved = useSavedStep();
  const initial = useMemo(
    () => company.data && others.data && startOf(company.data, others.data, t('house.first')),
    [company.data, others.data, t],
  );
  return (
    <FormDrawer
      open
      title={t('house.add')}
      call={addWarehouse}
      verb={t('house.add')}
      initial={{ warehouse: initial }}
      loading={company.isPending || others.isPending}
      error={company.error ?? others.error}
      toInput={({ warehouse }: Values) => ({ warehouse: cleaned(withHidden(initial, warehouse)) })}
      fields={fields.filter(({ name }) => all || FIRST.includes(name))}
      refresh={LISTS}
      onDone={() => void saved(t('house.saved'))}
      onClose={onClose}
    >
      {!all && (
        <Button type="link" className="tw-inline-button" onClick={() => setAll(true)}>
          {t('house.more')}
        </Button>
      )}
    </FormDrawer>
  );
}

function EditForm({ row, onClose }: { row: WarehouseRow; onClose: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <FormDrawer
      open
      title={t('house.edit', { name: row.name })}
      call={updateWarehouse}
      verb={t('house.save')}
      initial={{ warehouse: { ...row } }}
      toInput={({ warehouse }: Values) => ({ warehouse: changed(row, cleaned(warehouse)) })}
      fields={useFields(row)}
      refresh={LISTS}
      success={t('house.saved')}
      onClose={onClose}
    >
      {row.kind === 'rented' && <Alert type="info" showIcon title={t('house.rentedHint')} />}
    </FormDrawer>
  );
}

const LISTS = [getWarehouse, selectWarehouse, getWarehouseWms, findWarehouseDetail];
/** What a label needs of a sender, and what to call the warehouse. */
const FIRST: readonly string[] = [
  'warehouse.name',
  'warehouse.kind',
  ...['country', 'name', 'phone', 'line1', 'city', 'state', 'postalCode'].map((part) => `warehouse.address.${part}`),
];

type Company = ResultOf<typeof getCompanyByCustomerId>;
function startOf(
  company: Company,
  others: ResultOf<typeof selectWarehouse>,
  first: string,
): StartOf<Values>['warehouse'] {
  const { country, province: state, city, address: line1, contact, phone, name } = company;
  const codes = new Set(others.map(({ code }) => code));
  const free = Array.from({ length: codes.size + 1 }, (_, i) => `W${i + 1}`).find((code) => !codes.has(code)) ?? '';
  return {
    code: free,
    ...(others.length === 0 ? { name: first } : {}),
    kind: 'selfBuilt',
    provider: OWN_WMS,
    priority: 100,
    firstLocation: true,
    address: { country, state, city, line1, name: contact, phone, company: name },
  };
}

/** A field that is not shown keeps the value that the form began with. */
function withHidden(initial: StartOf<Values>['warehouse'], shown: Warehouse): Warehouse {
  return { ...initial, ...shown, address: { ...initial?.address, ...shown.address } } as Warehouse;
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

function useFields(row: WarehouseRow | undefined): FieldOf<Values>[] {
  const { t } = useTranslation('warehouse');
  const countries = useCountries();
  const systems = useCall(getWarehouseWms, {}).data ?? [];
  const rented = row?.kind === 'rented';
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
