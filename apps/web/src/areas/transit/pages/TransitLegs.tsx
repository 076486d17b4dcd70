import { PlusOutlined } from '@ant-design/icons';
import * as calls from '@tradewind/contract/transit.ts';
import { LEG_MODES, LEG_STATES, type LegDetail, type LegRow } from '@tradewind/contract/transit.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { None } from '../../../components/figures.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { Eta, LegDrawer } from '../leg/leg-drawer.tsx';
import { LegForm } from '../leg/leg-form.tsx';
import { LEG_TONES } from '../state.ts';
import '../transit.css';

/** Goods on their way to a warehouse by sea, air, rail or road. */
export default function TransitLegs(): ReactNode {
  const { t } = useTranslation('transit');
  const may = useButtons();
  const [form, setForm] = useState<{ leg?: LegDetail }>();
  const tabs = useCall(calls.legTabs, {});
  const columns = useColumns();
  return (
    <>
      <ListPage
        id="transit.legs"
        call={calls.listLegs}
        columns={columns}
        tabs={{
          param: 'state',
          items: [
            { value: '', label: t('all') },
            ...LEG_STATES.map((value) => ({ value, label: t(`legState.${value}`), count: tabs.data?.states[value] })),
          ],
        }}
        filters={[
          { kind: 'text', name: 'text', label: t('searchLeg') },
          {
            kind: 'select',
            name: 'mode',
            label: t('mode'),
            options: LEG_MODES.map((value) => ({ value, label: t(`modes.${value}`) })),
          },
          { kind: 'select', name: 'late', label: t('delay'), options: [{ value: 'true', label: t('onlyLate') }] },
        ]}
        bulk={
          may('delete')
            ? [
                {
                  key: 'delete',
                  label: t('delete'),
                  danger: true,
                  confirm: (count) => t('deleteText', { count }),
                  run: async ({ input, idempotencyKey }) =>
                    'ids' in input ? callApi(calls.deleteLegs, { ids: input.ids, idempotencyKey }) : undefined,
                },
              ]
            : []
        }
        {...(may('export') ? { exports: { call: calls.exportLegs, toInput: (filter) => ({ filter }) } } : {})}
        actions={
          may('add') && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
              {t('addLeg')}
            </Button>
          )
        }
        empty={{ title: t('emptyLegs'), hint: t('emptyLegsHint') }}
        detail={(id, tools) => <LegDrawer key={id} id={id} tools={tools} onEdit={(leg) => setForm({ leg })} />}
      />
      {form && <LegForm key={form.leg?.id ?? 0} leg={form.leg} onClose={() => setForm(undefined)} />}
    </>
  );
}

function useColumns(): Column<LegRow>[] {
  const { t } = useTranslation('transit');
  return useMemo<Column<LegRow>[]>(
    () => [
      {
        key: 'number',
        title: t('number'),
        width: 170,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => row.number,
      },
      {
        key: 'state',
        title: t('stateTitle'),
        width: 110,
        card: 'state',
        render: (row) => <StatusTag tone={LEG_TONES[row.state]}>{t(`legState.${row.state}`)}</StatusTag>,
      },
      { key: 'mode', title: t('mode'), width: 80, render: (row) => t(`modes.${row.mode}`) },
      { key: 'from', title: t('origin'), width: 160, render: (row) => row.fromName },
      { key: 'to', title: t('to'), width: 160, render: (row) => row.warehouseName },
      { key: 'forwarder', title: t('forwarder'), width: 130, render: (row) => row.forwarder || <None /> },
      { key: 'container', title: t('container'), width: 130, render: (row) => row.container || <None /> },
      { key: 'departOn', title: t('departOn'), width: 110, render: (row) => row.departOn ?? <None /> },
      { key: 'etaOn', title: t('etaOn'), width: 190, render: (row) => <Eta leg={row} /> },
      { key: 'arrivedOn', title: t('arrivedOn'), width: 110, render: (row) => row.arrivedOn ?? <None /> },
      { key: 'cartons', title: t('cartons'), width: 80, align: 'right', render: (row) => row.cartons || <None /> },
      {
        key: 'units',
        title: t('receivedOf'),
        width: 120,
        align: 'right',
        render: (row) => `${row.received} / ${row.units}`,
      },
      { key: 'inbound', title: t('inbound'), width: 160, render: (row) => row.inboundNo ?? <None /> },
    ],
    [t],
  );
}
