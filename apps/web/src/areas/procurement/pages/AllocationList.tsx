import { rights } from '@tradewind/contract/access/modules.ts';
import {
  ALLOCATION_STATES,
  type AllocationRow,
  allocationTabs,
  commitAllocationImport,
  deleteAllocations,
  exportAllocations,
  listAllocations,
} from '@tradewind/contract/procurement.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { bulkRun, type Column, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { col } from '../../../components/table/col.tsx';
import { AllocationDrawer } from '../allocation/allocation-drawer.tsx';
import { AllocationForm } from '../allocation/allocation-form.tsx';
import { ALLOCATIONS_CHANGED } from '../allocation/changed.ts';
import { AllocationImport } from '../allocation/import-button.tsx';
import { AllocationTag } from '../allocation/states.tsx';

export default function AllocationList(): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const counts = useCall(allocationTabs, {}).data?.counts;
  return (
    <ListPage
      id="purchase.allocation"
      call={listAllocations}
      columns={useColumns()}
      tabs={tabsOf('state', ALLOCATION_STATES, (state) => t(`allocation.state.${state}`), {
        all: t('line.all'),
        counts,
        uncounted: ['done', 'cancelled'],
        more: [
          {
            value: 'ready',
            label: t('allocation.ready'),
            input: { ready: 'true' },
            count: counts?.ready,
            urgent: true,
          },
        ],
      })}
      filters={[
        { kind: 'text', name: 'text', label: t('allocation.number') },
        { kind: 'select', name: 'warehouseId', label: t('line.warehouse'), options: useWarehouseOptions() },
        { kind: 'dates', name: ['from', 'to'], label: t('line.createdAt') },
      ]}
      bulk={[
        {
          key: 'delete',
          label: t('action.delete'),
          danger: true,
          may: may(deleteAllocations),
          fits: (row) => row.state === 'draft',
          confirm: (count) => t('allocation.deleteMany', { count }),
          refresh: ALLOCATIONS_CHANGED,
          run: bulkRun(deleteAllocations),
        },
      ]}
      exports={may(exportAllocations) && { call: exportAllocations }}
      actions={may(commitAllocationImport) && <AllocationImport />}
      primary={
        may(rights.allocation.add) && {
          label: t('allocation.add'),
          form: (close) => <AllocationForm onClose={close} />,
        }
      }
      empty={{ title: t('allocation.none'), hint: t('allocation.noneHint') }}
      detail={(id, tools) => <AllocationDrawer id={id} tools={tools} />}
    />
  );
}

function useColumns(): Column<AllocationRow>[] {
  const { t } = useTranslation('procurement');
  return useMemo<Column<AllocationRow>[]>(
    () => [
      col.heading('number', t('allocation.number'), { width: 190 }),
      col.status('state', t('line.status'), (row) => <AllocationTag state={row.state} />, { width: 100 }),
      col.text('warehouse', t('line.warehouse'), { of: 'warehouseName', width: 160 }),
      col.qty('lineCount', t('requisition.lineCount')),
      col.qty('units', t('allocation.units')),
      col.qty('arrived', t('allocation.arrived')),
      col.qty('ready', t('allocation.ready')),
      col.qty('moved', t('allocation.moved'), { width: 120 }),
      col.text('needBy', t('line.needBy'), { width: 120 }),
      col.text('remark', t('line.remark'), { width: 200, card: 'hide' }),
      col.text('createdBy', t('allocation.createdBy'), { width: 130 }),
      col.time('createdAt', t('line.createdAt'), { card: 'hide' }),
    ],
    [t],
  );
}
