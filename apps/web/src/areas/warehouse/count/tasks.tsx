import { rights } from '@tradewind/contract/access/modules.ts';
import {
  addCount,
  type CountTaskRow,
  countTabs,
  listCounts,
  listCountTasks,
  TASK_REASONS,
} from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callApi } from '../../../api/client.ts';
import { useRefresh } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { type BulkAction, type Column, ListPage, optionsOf } from '../../../components/list-page.tsx';
import { OpenButton } from '../../../components/open-button.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { ProductNames } from '../../../components/product-names.tsx';
import { col } from '../../../components/table/col.tsx';
import { SettingForm } from './setting-form.tsx';

/** Locations with doubtful quantities, the worst first. Selected ones become a count. */
export function CountTasks(): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const [params] = useSearchParams();
  const warehouses = useWarehouseOptions();
  const bulk = useMake();
  const warehouse = warehouses.find((one) => String(one.value) === params.get('warehouseId')) ?? warehouses[0];
  return (
    <ListPage
      id="warehouse.countTasks"
      call={listCountTasks}
      columns={useColumns()}
      filters={[
        { kind: 'select', name: 'warehouseId', label: t('house.title'), options: warehouses },
        {
          kind: 'select',
          name: 'reason',
          label: t('countTask.reasonTitle'),
          options: optionsOf(TASK_REASONS, (reason) => t(`countTask.reason.${reason}`)),
        },
      ]}
      bulk={may(addCount) ? bulk : []}
      actions={
        may(rights.count.add) &&
        warehouse && (
          <OpenButton label={t('countTask.setting')}>
            {(close) => <SettingForm warehouseId={Number(warehouse.value)} name={warehouse.label} onClose={close} />}
          </OpenButton>
        )
      }
      empty={{ title: t('countTask.empty'), hint: t('countTask.emptyHint') }}
    />
  );
}

function useMake(): BulkAction<typeof listCountTasks>[] {
  const { t } = useTranslation('warehouse');
  const refresh = useRefresh();
  // Set where rows are selected, read where the action runs.
  const warehouse = useRef<number>(undefined);
  return [
    {
      key: 'make',
      label: t('countTask.make'),
      disabledReason: (ticked) => {
        warehouse.current = ticked[0]?.warehouseId;
        return ticked.some((row) => row.warehouseId !== warehouse.current) ? t('countTask.oneHouse') : undefined;
      },
      run: async ({ input, idempotencyKey }) => {
        const warehouseId = warehouse.current;
        if (!('ids' in input) || warehouseId === undefined) throw new Error(t('countTask.oneHouse'));
        const made = await callApi(addCount, { warehouseId, kind: 'risk', taskIds: input.ids, idempotencyKey });
        refresh(countTabs, listCounts);
        return { done: input.ids.length, failed: [], message: t('countTask.made', { number: made.number }) };
      },
    },
  ];
}

function useColumns(): Column<CountTaskRow>[] {
  const { t } = useTranslation('warehouse');
  return useMemo(
    () => [
      col.heading('location', t('count.location'), { of: 'locationCode', width: 150 }),
      {
        key: 'reason',
        title: t('countTask.reasonTitle'),
        width: 190,
        render: (row) =>
          [
            t(`countTask.reason.${row.reason}`),
            typeof row.detail?.class === 'string' ? t('countTask.class', { class: row.detail.class }) : '',
          ]
            .filter(Boolean)
            .join(' · '),
      },
      {
        key: 'product',
        title: t('count.product'),
        width: 260,
        render: (row) =>
          row.sku && <ProductNames of={{ sku: row.sku, nameZh: row.nameZh ?? '', nameEn: row.nameEn ?? '' }} />,
      },
      col.text('warehouse', t('house.title'), { of: 'warehouseName', width: 150 }),
      col.qty('weight', t('countTask.weight'), {
        of: (row: CountTaskRow) => (row.reason === 'abc' ? 0 : row.weight),
        width: 110,
      }),
      col.qty('times', t('countTask.times'), { width: 80 }),
      col.time('since', t('countTask.since'), { of: 'createdAt' }),
    ],
    [t],
  );
}
