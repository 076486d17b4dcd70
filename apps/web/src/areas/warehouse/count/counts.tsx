import { rights } from '@tradewind/contract/access/modules.ts';
import { COUNT_KINDS, COUNT_STATES, type CountRow, exportCounts, listCounts } from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import { type Column, ListPage, optionsOf, tabsOf } from '../../../components/list-page.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { col } from '../../../components/table/col.tsx';
import { useUser } from '../../../shell/session.ts';
import { ProgressOf } from '../progress-of.tsx';
import { CountDrawer } from './count-drawer.tsx';
import { CountForm } from './count-form.tsx';
import { CountStateTag } from './state.tsx';

const LOOK_AGAIN_MS = 30_000;

export function Counts({ counts }: { counts: Record<string, number> }): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const warehouses = useWarehouseOptions();
  const [adding, setAdding] = useState(false);
  return (
    <>
      <ListPage
        id="warehouse.count"
        call={listCounts}
        columns={useColumns()}
        everyMs={LOOK_AGAIN_MS}
        tabs={tabsOf('state', COUNT_STATES, (state) => t(`count.state.${state}`), {
          all: t('count.all'),
          counts,
          uncounted: ['done', 'cancelled'],
          urgent: ['waiting'],
        })}
        filters={[
          { kind: 'text', name: 'text', label: t('count.search') },
          { kind: 'select', name: 'warehouseId', label: t('house.title'), options: warehouses },
          {
            kind: 'select',
            name: 'kind',
            label: t('count.kindTitle'),
            options: optionsOf(COUNT_KINDS, (kind) => t(`count.kind.${kind}`)),
          },
          { kind: 'dates', name: ['from', 'to'], label: t('count.createdAt') },
        ]}
        exports={may(exportCounts) && { call: exportCounts }}
        primary={may(rights.count.add) && { label: t('count.add'), onClick: () => setAdding(true) }}
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
      col.heading('number', t('count.number'), { width: 190 }),
      col.status('state', t('count.stateTitle'), (row) => <CountStateTag state={row.state} />),
      col.own('kind', t('count.kindTitle'), (row) => t(`count.kind.${row.kind}`), { width: 120 }),
      col.text('warehouse', t('house.title'), { of: 'warehouseName', width: 150 }),
      col.own('progress', t('count.progress'), (row) => <ProgressOf done={row.counted} total={row.locations} />, {
        width: 170,
      }),
      col.qty('differences', t('count.differences'), { width: 100 }),
      col.qty('refused', t('count.refused'), { width: 100 }),
      col.money('value', t('count.value'), { currency: () => baseCurrency, signed: true, width: 150 }),
      col.text('createdBy', t('count.createdBy'), { width: 130 }),
      col.time('createdAt', t('count.createdAt')),
      col.time('doneAt', t('count.doneAt'), { card: 'hide' }),
    ],
    [t, baseCurrency],
  );
}
