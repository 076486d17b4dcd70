import { rights } from '@tradewind/contract/access/modules.ts';
import {
  ASSEMBLY_KINDS,
  ASSEMBLY_STATES,
  type AssemblyRow,
  assemblyTabs,
  exportAssemblies,
  listAssemblies,
} from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { type Column, ListPage, optionsOf, tabsOf } from '../../../components/list-page.tsx';
import { OpenButton } from '../../../components/open-button.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { ProductNames } from '../../../components/product-names.tsx';
import { col } from '../../../components/table/col.tsx';
import { AssemblyDrawer } from './assembly-drawer.tsx';
import { AssemblyForm } from './assembly-form.tsx';
import { ProposeForm } from './propose-form.tsx';
import { AssemblyStateTag } from './state.tsx';

const LOOK_AGAIN_MS = 30_000;

/** Assemblies by status. */
export function Assemblies(): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const tabs = useCall(assemblyTabs, {}, { everyMs: LOOK_AGAIN_MS });
  const warehouses = useWarehouseOptions();
  return (
    <ListPage
      id="warehouse.assembly"
      call={listAssemblies}
      columns={useColumns()}
      tabs={tabsOf('state', ASSEMBLY_STATES, (state) => t(`assembly.state.${state}`), {
        all: t('assembly.all'),
        counts: tabs.data?.counts,
        uncounted: ['done', 'undone', 'cancelled'],
        urgent: ['submitted'],
      })}
      filters={[
        { kind: 'text', name: 'text', label: t('assembly.search') },
        {
          kind: 'select',
          name: 'kind',
          label: t('assembly.kindTitle'),
          options: optionsOf(ASSEMBLY_KINDS, (kind) => t(`assembly.kind.${kind}`)),
        },
        { kind: 'select', name: 'warehouseId', label: t('assembly.warehouse'), options: warehouses },
        { kind: 'dates', name: ['from', 'to'], label: t('assembly.createdAt') },
      ]}
      exports={may(exportAssemblies) && { call: exportAssemblies }}
      actions={
        may(rights.assembly.add) && (
          <OpenButton label={t('assembly.propose')}>{(close) => <ProposeForm onClose={close} />}</OpenButton>
        )
      }
      primary={
        may(rights.assembly.add) && {
          label: t('assembly.add'),
          form: (close) => <AssemblyForm assembly={undefined} onClose={close} />,
        }
      }
      empty={{ title: t('assembly.empty'), hint: t('assembly.emptyHint') }}
      detail={(id, tools) => <AssemblyDrawer id={id} tools={tools} />}
    />
  );
}

function useColumns(): Column<AssemblyRow>[] {
  const { t } = useTranslation('warehouse');
  return useMemo(
    () => [
      col.heading('number', t('assembly.number'), { width: 190 }),
      col.status('state', t('assembly.stateTitle'), (row) => <AssemblyStateTag state={row.state} />),
      col.text('kind', t('assembly.kindTitle'), {
        of: (row: AssemblyRow) => t(`assembly.kind.${row.kind}`),
        width: 110,
      }),
      { key: 'kit', title: t('assembly.kit'), width: 240, render: (row) => <ProductNames of={row} /> },
      col.qty('quantity', t('assembly.kits')),
      col.text('warehouse', t('assembly.warehouse'), { of: 'warehouseName', width: 150 }),
      col.text('createdBy', t('assembly.createdBy'), { width: 130, card: 'hide' }),
      col.time('createdAt', t('assembly.createdAt'), { card: 'hide' }),
      col.time('doneAt', t('assembly.doneAt'), { card: 'hide' }),
    ],
    [t],
  );
}
