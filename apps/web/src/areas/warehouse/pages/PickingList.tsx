import { rights } from '@tradewind/contract/access/modules.ts';
import { listWaves, WAVE_STATES, type WaveRow, waveTabs } from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { LeadButton } from '../../../components/lead-button.tsx';
import { type Column, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { OpenButton } from '../../../components/open-button.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { col } from '../../../components/table/col.tsx';
import { ProgressOf } from '../progress-of.tsx';
import { WaveStateTag } from '../states.tsx';
import { RulesDrawer } from '../wave/rules-drawer.tsx';
import { Walk } from '../wave/walk.tsx';
import { useWaveActs } from '../wave/wave-acts.tsx';
import { WaveDrawer } from '../wave/wave-drawer.tsx';
import '../warehouse.css';

const LOOK_AGAIN_MS = 30_000;

export default function PickingList(): ReactNode {
  const { t } = useTranslation('warehouse');
  const tabs = useCall(waveTabs, {}, { everyMs: LOOK_AGAIN_MS });
  const warehouses = useWarehouseOptions();
  const { acts, dialog } = useWaveActs();
  return (
    <>
      <ListPage
        id="warehouse.picking"
        call={listWaves}
        columns={useColumns()}
        everyMs={LOOK_AGAIN_MS}
        tabs={tabsOf('state', WAVE_STATES, (state) => t(`wave.state.${state}`), {
          all: t('wave.all'),
          counts: tabs.data?.counts,
          uncounted: ['done', 'cancelled'],
          urgent: ['open'],
        })}
        filters={[
          { kind: 'text', name: 'text', label: t('wave.search') },
          { kind: 'select', name: 'warehouseId', label: t('house.title'), options: warehouses },
          { kind: 'dates', name: ['from', 'to'], label: t('wave.createdAt') },
        ]}
        bulk={acts}
        actions={<OpenButton label={t('rules.title')}>{(close) => <RulesDrawer onClose={close} />}</OpenButton>}
        empty={{
          title: t('wave.empty'),
          hint: t('wave.emptyHint'),
          action: <LeadButton to={rights.outbound} label={t('wave.toOutbound')} />,
        }}
        detail={(id, tools) => <WaveDrawer id={id} tools={tools} />}
      />
      {dialog}
    </>
  );
}

function useColumns(): Column<WaveRow>[] {
  const { t } = useTranslation('warehouse');
  return useMemo(
    () => [
      col.heading('number', t('wave.number'), { width: 190 }),
      col.status('state', t('wave.stateTitle'), (row) => <WaveStateTag state={row.state} />, { width: 110 }),
      col.text('warehouse', t('house.title'), { of: 'warehouseName', width: 150 }),
      col.qty('orders', t('wave.orders'), { width: 80 }),
      col.qty('units', t('wave.units'), { width: 80 }),
      col.own('progress', t('wave.progress'), (row) => <Picked row={row} />, { width: 160 }),
      col.own('method', t('rules.method'), (row) => t(`rules.methods.${row.method}`), { width: 150 }),
      col.own('walk', t('rules.walk'), (row) => <Walk mm={row.walkMm} />, { width: 90, align: 'right' }),
      col.text('picker', t('wave.picker'), { of: 'assigneeName', width: 130 }),
      col.text('createdBy', t('wave.createdBy'), { width: 130 }),
      col.time('createdAt', t('wave.createdAt')),
      col.time('pickedAt', t('wave.pickedAt'), { card: 'hide' }),
    ],
    [t],
  );
}

function Picked({ row }: { row: WaveRow }): ReactNode {
  const { t } = useTranslation('warehouse');
  const total = row.orders - row.dropped;
  const done = Math.max(0, total - row.toPick);
  return <ProgressOf done={done} total={total} said={t('wave.pickedOf', { done, total })} />;
}
