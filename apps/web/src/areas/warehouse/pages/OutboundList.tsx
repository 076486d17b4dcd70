import { rights } from '@tradewind/contract/access/modules.ts';
import {
  exportOutbounds,
  listOutbounds,
  OUTBOUND_STATES,
  type OutboundRow,
  outboundTabs,
} from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { LeadButton } from '../../../components/lead-button.tsx';
import { type Column, ListPage, optionsOf, tabsOf } from '../../../components/list-page.tsx';
import { OpenButton } from '../../../components/open-button.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { col } from '../../../components/table/col.tsx';
import { CartonsDrawer } from '../outbound/cartons-drawer.tsx';
import { GoodsSummary } from '../outbound/goods-summary.tsx';
import { useOutboundActs } from '../outbound/outbound-acts.tsx';
import { OutboundDrawer } from '../outbound/outbound-drawer.tsx';
import { OutboundStateTag } from '../states.tsx';
import '../warehouse.css';

const LOOK_AGAIN_MS = 30_000;

export default function OutboundList(): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const warehouses = useWarehouseOptions();
  const { acts, dialogs } = useOutboundActs();
  return (
    <>
      <ListPage
        id="warehouse.outbound"
        call={listOutbounds}
        columns={useColumns()}
        tabs={useTabs()}
        filters={[
          { kind: 'text', name: 'text', label: t('outbound.search') },
          { kind: 'select', name: 'warehouseId', label: t('house.title'), options: warehouses },
          {
            kind: 'select',
            name: 'lines',
            label: t('outbound.lines'),
            options: optionsOf(['single', 'multi'], (lines) => t(`outbound.${lines}`)),
          },
          { kind: 'dates', name: ['from', 'to'], label: t('outbound.createdAt') },
        ]}
        bulk={acts}
        actions={
          may(rights.outbound.pack) && (
            <OpenButton label={t('carton.manage')}>{(close) => <CartonsDrawer onClose={close} />}</OpenButton>
          )
        }
        exports={may(exportOutbounds) && { call: exportOutbounds }}
        empty={{
          title: t('outbound.empty'),
          hint: t('outbound.emptyHint'),
          action: <LeadButton to={rights.order} label={t('outbound.toOrders')} />,
        }}
        detail={(id, tools) => <OutboundDrawer id={id} tools={tools} />}
      />
      {dialogs}
    </>
  );
}

function useTabs() {
  const { t } = useTranslation('warehouse');
  const tabs = useCall(outboundTabs, {}, { everyMs: LOOK_AGAIN_MS });
  return tabsOf('state', OUTBOUND_STATES, (state) => t(`outbound.state.${state}`), {
    counts: tabs.data?.counts,
    uncounted: ['shipped', 'cancelled'],
    urgent: ['waiting'],
    more: [
      {
        value: 'stop',
        label: t('outbound.stop'),
        count: tabs.data?.stopRequested,
        urgent: true,
        input: { stopRequested: 'true' },
      },
      { value: 'all', label: t('outbound.all'), input: {} },
    ],
  });
}

function useColumns(): Column<OutboundRow>[] {
  const { t } = useTranslation('warehouse');
  return useMemo(
    () => [
      col.heading('number', t('outbound.number')),
      col.status(
        'state',
        t('outbound.stateTitle'),
        (row) => <OutboundStateTag state={row.state} stop={row.stopReason} />,
        { width: 200 },
      ),
      col.text('orderNo', t('outbound.order'), { width: 190 }),
      col.own('goods', t('outbound.goods'), (row) => <GoodsSummary row={row} />, { width: 260 }),
      col.qty('units', t('outbound.units'), { width: 80 }),
      col.text('shop', t('outbound.shop'), { of: 'shopName', width: 150 }),
      col.text('warehouse', t('house.title'), { of: 'warehouseName', width: 140 }),
      col.text('wave', t('wave.title'), { of: waveOf, width: 190 }),
      col.text('channel', t('outbound.channel'), { of: 'channelName', width: 150 }),
      col.time('createdAt', t('outbound.createdAt')),
      col.time('shippedAt', t('outbound.shippedAt'), { card: 'hide' }),
    ],
    [t],
  );
}

function waveOf(row: OutboundRow): string {
  if (row.waveNumber === null) return '';
  return row.slot === null ? row.waveNumber : `${row.waveNumber} / ${row.slot}`;
}
