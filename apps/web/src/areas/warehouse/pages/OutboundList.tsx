import { CarOutlined, PrinterOutlined, StopOutlined } from '@ant-design/icons';
import type { InputOf } from '@tradewind/contract/call.ts';
import {
  cancelOutboundsCall,
  exportOutbounds,
  listOutbounds,
  OUTBOUND_STATES,
  type OutboundRow,
  outboundTabs,
  printOutbounds,
  shipOutboundsCall,
} from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { DateTime, Quantity } from '../../../components/figures.tsx';
import { type BulkAction, type Column, ListPage, type Picked } from '../../../components/list-page.tsx';
import { showPdf } from '../../../components/show-pdf.ts';
import { useAskReason } from '../outbound/ask-reason.tsx';
import { CartonsDrawer } from '../outbound/cartons-drawer.tsx';
import { OutboundDrawer } from '../outbound/outbound-drawer.tsx';
import { useAskWave } from '../outbound/wave-dialog.tsx';
import { OutboundStateTag } from '../states.tsx';
import { useWarehouseOptions } from '../use-warehouses.ts';
import '../warehouse.css';

const LOOK_AGAIN_MS = 30_000;

export default function OutboundList(): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useButtons();
  const tabs = useCall(outboundTabs, {}, { everyMs: LOOK_AGAIN_MS });
  const warehouses = useWarehouseOptions();
  const { actions, dialogs } = useBulk();
  const [boxes, setBoxes] = useState(false);
  return (
    <>
      <ListPage
        id="warehouse.outbound"
        call={listOutbounds}
        columns={useColumns()}
        tabs={{
          param: 'state',
          items: [
            ...OUTBOUND_STATES.map((state) => ({
              value: state,
              label: t(`outbound.state.${state}`),
              count: state === 'shipped' || state === 'cancelled' ? undefined : (tabs.data?.counts[state] ?? 0),
              urgent: state === 'waiting',
            })),
            {
              value: 'stop',
              label: t('outbound.stop'),
              count: tabs.data?.stopRequested,
              urgent: true,
              input: { stopRequested: 'true' },
            },
            { value: 'all', label: t('outbound.all'), input: {} },
          ],
        }}
        filters={[
          { kind: 'text', name: 'text', label: t('outbound.search') },
          { kind: 'select', name: 'warehouseId', label: t('house.title'), options: warehouses },
          {
            kind: 'select',
            name: 'lines',
            label: t('outbound.lines'),
            options: ['single', 'multi'].map((lines) => ({ value: lines, label: t(`outbound.${lines}`) })),
          },
          { kind: 'dates', name: ['from', 'to'], label: t('outbound.createdAt') },
        ]}
        bulk={actions}
        actions={may('pack') && <Button onClick={() => setBoxes(true)}>{t('carton.manage')}</Button>}
        {...(may('export') ? { exports: { call: exportOutbounds, toInput: (filter) => ({ filter }) } } : {})}
        empty={{ title: t('outbound.empty'), hint: t('outbound.emptyHint') }}
        detail={(id, tools) => <OutboundDrawer id={id} tools={tools} />}
      />
      {dialogs}
      {boxes && <CartonsDrawer onClose={() => setBoxes(false)} />}
    </>
  );
}

/** What was ticked, as the warehouse's calls want it. */
export function choiceOf(input: Picked<typeof listOutbounds>['input']): {
  outboundIds?: number[];
  filter?: InputOf<typeof shipOutboundsCall>['filter'];
} {
  return 'ids' in input ? { outboundIds: input.ids } : { filter: input.filter };
}

function useBulk(): { actions: BulkAction<typeof listOutbounds>[]; dialogs: ReactNode } {
  const { t } = useTranslation('warehouse');
  const may = useButtons();
  const [askReason, reasonDialog] = useAskReason();
  const [askWave, waveDialog] = useAskWave();
  const actions: BulkAction<typeof listOutbounds>[] = [];
  const unless = (state: OutboundRow['state'], reason: string) => (rows: OutboundRow[]) =>
    rows.length > 0 && rows.every((row) => row.state !== state) ? reason : undefined;
  if (may('wave'))
    actions.push({
      key: 'wave',
      label: t('outbound.wave'),
      disabledReason: unless('waiting', t('outbound.needsWaiting')),
      run: ({ input, count, idempotencyKey }) => askWave({ ...choiceOf(input), idempotencyKey }, count),
    });
  if (may('ship'))
    actions.push({
      key: 'ship',
      label: t('outbound.ship'),
      icon: <CarOutlined />,
      confirm: (count) => t('outbound.shipText', { count }),
      disabledReason: unless('packed', t('outbound.needsPacked')),
      run: ({ input, idempotencyKey }) => callApi(shipOutboundsCall, { ...choiceOf(input), idempotencyKey }),
    });
  if (may('print'))
    actions.push({
      key: 'print',
      label: t('outbound.print'),
      icon: <PrinterOutlined />,
      disabledReason: (rows) => (rows.length > 200 ? t('outbound.printMost') : undefined),
      run: async ({ input }) => {
        if ('ids' in input) await showPdf(printOutbounds, { ids: input.ids.slice(0, 200) });
        return undefined;
      },
    });
  if (may('cancel'))
    actions.push({
      key: 'cancel',
      label: t('outbound.cancel'),
      icon: <StopOutlined />,
      danger: true,
      run: async ({ input, count, idempotencyKey }) => {
        const why = await askReason(t('outbound.cancelTitle', { count }), t('outbound.cancelText'));
        if (why === undefined) return { done: 0, failed: [] };
        return callApi(cancelOutboundsCall, { ...choiceOf(input), ...why, idempotencyKey });
      },
    });
  return {
    actions,
    dialogs: (
      <>
        {reasonDialog}
        {waveDialog}
      </>
    ),
  };
}

function useColumns(): Column<OutboundRow>[] {
  const { t } = useTranslation('warehouse');
  return useMemo(
    () => [
      {
        key: 'number',
        title: t('outbound.number'),
        width: 180,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => <span className="tw-figure">{row.number}</span>,
      },
      {
        key: 'state',
        title: t('outbound.stateTitle'),
        width: 200,
        card: 'state',
        render: (row) => <OutboundStateTag state={row.state} stop={row.stopReason} />,
      },
      { key: 'orderNo', title: t('outbound.order'), width: 190, render: (row) => row.orderNo },
      { key: 'goods', title: t('outbound.goods'), width: 260, render: (row) => <Goods row={row} /> },
      {
        key: 'units',
        title: t('outbound.units'),
        width: 80,
        align: 'right',
        render: (row) => <Quantity value={row.units} />,
      },
      { key: 'shop', title: t('outbound.shop'), width: 150, render: (row) => row.shopName },
      { key: 'warehouse', title: t('house.title'), width: 140, render: (row) => row.warehouseName },
      { key: 'wave', title: t('wave.title'), width: 190, render: (row) => waveOf(row) },
      { key: 'channel', title: t('outbound.channel'), width: 150, render: (row) => row.channelName ?? '' },
      {
        key: 'createdAt',
        title: t('outbound.createdAt'),
        width: 150,
        render: (row) => <DateTime at={row.createdAt} />,
      },
      {
        key: 'shippedAt',
        title: t('outbound.shippedAt'),
        width: 150,
        card: 'hide',
        render: (row) => <DateTime at={row.shippedAt} />,
      },
    ],
    [t],
  );
}

function waveOf(row: OutboundRow): string {
  if (row.waveNumber === null) return '';
  return row.slot === null ? row.waveNumber : `${row.waveNumber} / ${row.slot}`;
}

function Goods({ row }: { row: OutboundRow }): ReactNode {
  const { t } = useTranslation('warehouse');
  const shown = row.summary.map((line) => (line.quantity > 1 ? `${line.sku} ×${line.quantity}` : line.sku)).join(', ');
  const rest = row.lineCount - row.summary.length;
  return (
    <span className="tw-cut" title={shown}>
      <span>{shown}</span>
      {rest > 0 && <span className="tw-muted">{t('outbound.moreLines', { count: rest })}</span>}
    </span>
  );
}
