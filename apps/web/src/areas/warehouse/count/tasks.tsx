import {
  addCount,
  type CountTaskRow,
  countTabs,
  getCountSetting,
  listCounts,
  listCountTasks,
  saveCountSetting,
  TASK_REASONS,
} from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callApi } from '../../../api/client.ts';
import { useCall, useRefresh } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useButtons } from '../../../components/can.tsx';
import { DateTime, Quantity } from '../../../components/figures.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { type BulkAction, type Column, ListPage } from '../../../components/list-page.tsx';
import { nameOf } from '../names.ts';
import { ProductNames } from '../product-names.tsx';
import { useWarehouseOptions } from '../use-warehouses.ts';

/** Where the books are in doubt, the worst first: ticked ones become a count. */
export function CountTasks(): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useButtons();
  const [params] = useSearchParams();
  const warehouses = useWarehouseOptions();
  const [setting, setSetting] = useState(false);
  const bulk = useMake();
  const house = warehouses.find((one) => String(one.value) === params.get('warehouseId')) ?? warehouses[0];
  return (
    <>
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
            options: TASK_REASONS.map((value) => ({ value, label: t(`countTask.reason.${value}`) })),
          },
        ]}
        bulk={may('add') ? bulk : []}
        actions={may('add') && house && <Button onClick={() => setSetting(true)}>{t('countTask.setting')}</Button>}
        empty={{ title: t('countTask.empty'), hint: t('countTask.emptyHint') }}
      />
      {house && setting && (
        <SettingForm warehouseId={Number(house.value)} name={house.label} onClose={() => setSetting(false)} />
      )}
    </>
  );
}

function useMake(): BulkAction<typeof listCountTasks>[] {
  const { t } = useTranslation('warehouse');
  const refresh = useRefresh();
  // Known where rows are ticked, and needed where the act is done.
  const house = useRef<number>(undefined);
  return [
    {
      key: 'make',
      label: t('countTask.make'),
      disabledReason: (ticked) => {
        house.current = ticked[0]?.warehouseId;
        return ticked.some((row) => row.warehouseId !== house.current) ? t('countTask.oneHouse') : undefined;
      },
      run: async ({ input, idempotencyKey }) => {
        const warehouseId = house.current;
        if (!('ids' in input) || warehouseId === undefined) throw new Error(t('countTask.oneHouse'));
        const made = await callApi(addCount, { warehouseId, kind: 'risk', taskIds: input.ids, idempotencyKey });
        toast.success(t('countTask.made', { number: made.number }));
        refresh(listCountTasks, countTabs, listCounts);
        return undefined;
      },
    },
  ];
}

function useColumns(): Column<CountTaskRow>[] {
  const { t } = useTranslation('warehouse');
  return useMemo(
    () => [
      {
        key: 'location',
        title: t('count.location'),
        width: 150,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => <span className="tw-figure">{row.locationCode}</span>,
      },
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
        render: (row) => row.sku && <ProductNames sku={row.sku} name={nameOf(row)} />,
      },
      { key: 'warehouse', title: t('house.title'), width: 150, render: (row) => row.warehouseName },
      {
        key: 'weight',
        title: t('countTask.weight'),
        width: 110,
        align: 'right',
        render: (row) => <Quantity value={row.reason === 'abc' ? 0 : row.weight} />,
      },
      {
        key: 'times',
        title: t('countTask.times'),
        width: 80,
        align: 'right',
        render: (row) => <Quantity value={row.times} />,
      },
      { key: 'since', title: t('countTask.since'), width: 150, render: (row) => <DateTime at={row.createdAt} /> },
    ],
    [t],
  );
}

function SettingForm(props: { warehouseId: number; name: string; onClose: () => void }): ReactNode {
  const { warehouseId, name, onClose } = props;
  const { t } = useTranslation('warehouse');
  const query = useCall(getCountSetting, { warehouseId });
  const days = (key: 'daysA' | 'daysB' | 'daysC') =>
    ({
      kind: 'number',
      name: key,
      label: t(`countTask.${key}`),
      required: true,
      half: true,
      min: 1,
      max: 3650,
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
          required: true,
          options: (['picks', 'value'] as const).map((value) => ({ value, label: t(`countTask.basisOf.${value}`) })),
        },
        days('daysA'),
        days('daysB'),
        days('daysC'),
        {
          kind: 'number',
          name: 'most',
          label: t('countTask.most'),
          required: true,
          half: true,
          min: 1,
          max: 1000,
        },
      ]}
    />
  );
}
