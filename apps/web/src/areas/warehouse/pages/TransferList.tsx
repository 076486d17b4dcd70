import {
  exportTransfers,
  listTransfers,
  listTransit,
  TRANSFER_STATES,
  type TransferRow,
  transferTabs,
} from '@tradewind/contract/warehouse.ts';
import { Button, Segmented } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { DateTime, Money, Quantity } from '../../../components/figures.tsx';
import { type Column, ListPage, type RowOf } from '../../../components/list-page.tsx';
import { useUser } from '../../../shell/session.ts';
import { TransferStateTag } from '../transfer/state.tsx';
import { TransferDrawer } from '../transfer/transfer-drawer.tsx';
import { TransferForm } from '../transfer/transfer-form.tsx';
import { useWarehouseOptions } from '../use-warehouses.ts';
import '../warehouse.css';

const LOOK_AGAIN_MS = 30_000;
const OPEN = ['draft', 'submitted', 'shipping', 'shipped'];

/** Goods that go from warehouse to warehouse, and what is on its way of them. */
export default function TransferList(): ReactNode {
  const { t } = useTranslation('warehouse');
  const [params, setParams] = useSearchParams();
  const view = params.get('view') === 'transit' ? 'transit' : 'transfers';
  return (
    <>
      <div className="tw-views">
        <Segmented
          aria-label={t('transfer.viewLabel')}
          value={view}
          options={(['transfers', 'transit'] as const).map((value) => ({ value, label: t(`transfer.view.${value}`) }))}
          onChange={(next) => setParams(next === 'transfers' ? {} : { view: next })}
        />
      </div>
      {view === 'transfers' ? <Transfers /> : <Transit />}
    </>
  );
}

function Transfers(): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useButtons();
  const tabs = useCall(transferTabs, {}, { everyMs: LOOK_AGAIN_MS });
  const warehouses = useWarehouseOptions();
  const [adding, setAdding] = useState(false);
  return (
    <>
      <ListPage
        id="warehouse.transfer"
        call={listTransfers}
        columns={useColumns()}
        everyMs={LOOK_AGAIN_MS}
        tabs={{
          param: 'state',
          items: [
            { value: '', label: t('transfer.all') },
            ...TRANSFER_STATES.map((state) => ({
              value: state,
              label: t(`transfer.state.${state}`),
              count: OPEN.includes(state) ? (tabs.data?.counts[state] ?? 0) : undefined,
              urgent: state === 'submitted',
            })),
          ],
        }}
        filters={[
          { kind: 'text', name: 'text', label: t('transfer.search') },
          { kind: 'select', name: 'fromId', label: t('transfer.from'), options: warehouses },
          { kind: 'select', name: 'toId', label: t('transfer.to'), options: warehouses },
          { kind: 'dates', name: ['from', 'to'], label: t('transfer.createdAt') },
        ]}
        {...(may('export') ? { exports: { call: exportTransfers, toInput: (filter) => ({ filter }) } } : {})}
        actions={
          may('add') && (
            <Button type="primary" onClick={() => setAdding(true)}>
              {t('transfer.add')}
            </Button>
          )
        }
        empty={{ title: t('transfer.empty'), hint: t('transfer.emptyHint') }}
        detail={(id, tools) => <TransferDrawer id={id} tools={tools} />}
      />
      {adding && <TransferForm transfer={undefined} onClose={() => setAdding(false)} />}
    </>
  );
}

function useColumns(): Column<TransferRow>[] {
  const { t } = useTranslation('warehouse');
  return useMemo(() => {
    const figure = (key: 'units' | 'shipped' | 'received' | 'inTransit' | 'lost'): Column<TransferRow> => ({
      key,
      title: t(`transfer.${key}`),
      width: 90,
      align: 'right',
      render: (row) => <Quantity value={row[key]} />,
    });
    return [
      {
        key: 'number',
        title: t('transfer.number'),
        width: 190,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => <span className="tw-figure">{row.number}</span>,
      },
      {
        key: 'state',
        title: t('transfer.stateTitle'),
        width: 120,
        card: 'state',
        render: (row) => <TransferStateTag state={row.state} />,
      },
      { key: 'from', title: t('transfer.from'), width: 150, render: (row) => row.fromName },
      { key: 'to', title: t('transfer.to'), width: 150, render: (row) => row.toName },
      figure('units'),
      figure('shipped'),
      figure('received'),
      figure('inTransit'),
      figure('lost'),
      { key: 'expectedOn', title: t('transfer.expectedOn'), width: 120, render: (row) => row.expectedOn ?? '' },
      { key: 'createdBy', title: t('transfer.createdBy'), width: 130, card: 'hide', render: (row) => row.createdBy },
      {
        key: 'createdAt',
        title: t('transfer.createdAt'),
        width: 150,
        card: 'hide',
        render: (row) => <DateTime at={row.createdAt} />,
      },
    ];
  }, [t]);
}

type TransitRow = RowOf<typeof listTransit>;

function Transit(): ReactNode {
  const { t } = useTranslation('warehouse');
  const { baseCurrency } = useUser();
  const warehouses = useWarehouseOptions();
  const [, setParams] = useSearchParams();
  const columns: Column<TransitRow>[] = useMemo(
    () => [
      {
        key: 'number',
        title: t('transfer.number'),
        width: 210,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => (
          <span className="tw-figure">
            {row.number} · {t('transfer.part', { part: row.part })}
          </span>
        ),
      },
      { key: 'from', title: t('transfer.from'), width: 150, render: (row) => row.fromName },
      { key: 'to', title: t('transfer.to'), width: 150, render: (row) => row.toName },
      { key: 'inbound', title: t('transfer.inbound'), width: 190, render: (row) => row.inboundNo },
      {
        key: 'units',
        title: t('transfer.shipped'),
        width: 90,
        align: 'right',
        render: (row) => <Quantity value={row.units} />,
      },
      {
        key: 'received',
        title: t('transfer.received'),
        width: 90,
        align: 'right',
        render: (row) => <Quantity value={row.received} />,
      },
      {
        key: 'value',
        title: t('transfer.value'),
        width: 150,
        align: 'right',
        render: (row) => <Money amount={row.value} currency={baseCurrency} />,
      },
      { key: 'carrier', title: t('transfer.carrier'), width: 120, render: (row) => row.carrier },
      { key: 'tracking', title: t('transfer.tracking'), width: 170, render: (row) => row.trackingNumber },
      { key: 'expectedOn', title: t('transfer.expectedOn'), width: 120, render: (row) => row.expectedOn ?? '' },
      {
        key: 'shippedAt',
        title: t('transfer.shippedAt'),
        width: 150,
        render: (row) => <DateTime at={row.shippedAt} />,
      },
    ],
    [t, baseCurrency],
  );
  return (
    <ListPage
      id="warehouse.transit"
      call={listTransit}
      columns={columns}
      filters={[{ kind: 'select', name: 'toId', label: t('transfer.to'), options: warehouses }]}
      onOpen={(row) => setParams({ open: String(row.transferId) })}
      empty={{ title: t('transfer.noTransit') }}
    />
  );
}
