import { COUNT_KINDS, COUNT_STATES, type CountRow, exportCounts, listCounts } from '@tradewind/contract/warehouse.ts';
import { Button, Progress } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useButtons } from '../../../components/can.tsx';
import { DateTime, Money, Quantity } from '../../../components/figures.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { useUser } from '../../../shell/session.ts';
import { useWarehouseOptions } from '../use-warehouses.ts';
import { CountDrawer } from './count-drawer.tsx';
import { CountForm } from './count-form.tsx';
import { CountStateTag } from './state.tsx';

const LOOK_AGAIN_MS = 30_000;
const OPEN = ['open', 'counting', 'waiting'];

export function Counts({ counts }: { counts: Record<string, number> }): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useButtons();
  const warehouses = useWarehouseOptions();
  const [adding, setAdding] = useState(false);
  return (
    <>
      <ListPage
        id="warehouse.count"
        call={listCounts}
        columns={useColumns()}
        everyMs={LOOK_AGAIN_MS}
        tabs={{
          param: 'state',
          items: [
            { value: '', label: t('count.all') },
            ...COUNT_STATES.map((state) => ({
              value: state,
              label: t(`count.state.${state}`),
              count: OPEN.includes(state) ? (counts[state] ?? 0) : undefined,
              urgent: state === 'waiting',
            })),
          ],
        }}
        filters={[
          { kind: 'text', name: 'text', label: t('count.search') },
          { kind: 'select', name: 'warehouseId', label: t('house.title'), options: warehouses },
          {
            kind: 'select',
            name: 'kind',
            label: t('count.kindTitle'),
            options: COUNT_KINDS.map((value) => ({ value, label: t(`count.kind.${value}`) })),
          },
          { kind: 'dates', name: ['from', 'to'], label: t('count.createdAt') },
        ]}
        {...(may('export') ? { exports: { call: exportCounts, toInput: (filter) => ({ filter }) } } : {})}
        actions={
          may('add') && (
            <Button type="primary" onClick={() => setAdding(true)}>
              {t('count.add')}
            </Button>
          )
        }
        empty={{ title: t('count.empty'), hint: t('count.emptyHint') }}
        detail={(id, tools) => <CountDrawer id={id} tools={tools} />}
      />
      <CountForm open={adding} onClose={() => setAdding(false)} />
    </>
  );
}

function useColumns(): Column<CountRow>[] {
  const { t } = useTranslation('warehouse');
  const { baseCurrency } = useUser();
  return useMemo(
    () => [
      {
        key: 'number',
        title: t('count.number'),
        width: 190,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => <span className="tw-figure">{row.number}</span>,
      },
      {
        key: 'state',
        title: t('count.stateTitle'),
        width: 120,
        card: 'state',
        render: (row) => <CountStateTag state={row.state} />,
      },
      { key: 'kind', title: t('count.kindTitle'), width: 120, render: (row) => t(`count.kind.${row.kind}`) },
      { key: 'warehouse', title: t('house.title'), width: 150, render: (row) => row.warehouseName },
      { key: 'progress', title: t('count.progress'), width: 170, render: (row) => <Counted row={row} /> },
      {
        key: 'differences',
        title: t('count.differences'),
        width: 100,
        align: 'right',
        render: (row) => <Quantity value={row.differences} />,
      },
      {
        key: 'refused',
        title: t('count.refused'),
        width: 100,
        align: 'right',
        render: (row) => <Quantity value={row.refused} />,
      },
      {
        key: 'value',
        title: t('count.value'),
        width: 150,
        align: 'right',
        render: (row) => <Money amount={row.value} currency={baseCurrency} signed />,
      },
      { key: 'createdBy', title: t('count.createdBy'), width: 130, render: (row) => row.createdBy },
      { key: 'createdAt', title: t('count.createdAt'), width: 150, render: (row) => <DateTime at={row.createdAt} /> },
      {
        key: 'doneAt',
        title: t('count.doneAt'),
        width: 150,
        card: 'hide',
        render: (row) => <DateTime at={row.doneAt} />,
      },
    ],
    [t, baseCurrency],
  );
}

function Counted({ row }: { row: CountRow }): ReactNode {
  const percent = row.locations === 0 ? 0 : Math.round((row.counted / row.locations) * 100);
  const said = `${row.counted} / ${row.locations}`;
  return (
    <span className="tw-progress" title={said}>
      <Progress percent={percent} size="small" showInfo={false} aria-label={said} />
      <span className="tw-figure">{said}</span>
    </span>
  );
}
