import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/transit.ts';
import { LEG_MODES, LEG_STATES, type LegDetail, type LegRow } from '@tradewind/contract/transit.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { None } from '../../../components/figures.tsx';
import { bulkRun, type Column, ListPage } from '../../../components/list-page.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { Eta, LegDrawer } from '../leg/leg-drawer.tsx';
import { LegForm } from '../leg/leg-form.tsx';
import { LEG_TONES } from '../state.ts';
import '../transit.css';

/** First-leg shipments by sea, air, rail or road. */
export default function TransitLegs(): ReactNode {
  const { t } = useTranslation('transit');
  const may = useMay();
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
        bulk={[
          {
            may: may(calls.deleteLegs),
            key: 'delete',
            label: t('delete'),
            danger: true,
            fits: (row) => calls.legMay('edit', row),
            needs: t('onlyDrafts'),
            confirm: (count) => t('deleteText', { count }),
            run: bulkRun(calls.deleteLegs),
          },
        ]}
        exports={may(calls.exportLegs) && { call: calls.exportLegs }}
        primary={may(rights.transitLeg.add) && { label: t('addLeg'), onClick: () => setForm({}) }}
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
      col.heading('number', t('number'), { width: 170 }),
      col.status(
        'state',
        t('stateTitle'),
        (row) => <StatusTag tone={LEG_TONES[row.state]}>{t(`legState.${row.state}`)}</StatusTag>,
        { width: 110 },
      ),
      { key: 'mode', title: t('mode'), width: 80, render: (row) => t(`modes.${row.mode}`) },
      col.text('from', t('origin'), { of: 'fromName', width: 160 }),
      col.text('to', t('to'), { of: 'warehouseName', width: 160 }),
      col.text('forwarder', t('forwarder'), { width: 130 }),
      col.text('container', t('container'), { width: 130 }),
      col.text('departOn', t('departOn'), { width: 110 }),
      { key: 'etaOn', title: t('etaOn'), width: 190, render: (row) => <Eta leg={row} /> },
      col.text('arrivedOn', t('arrivedOn'), { width: 110 }),
      { key: 'cartons', title: t('cartons'), width: 80, align: 'right', render: (row) => row.cartons || <None /> },
      {
        key: 'units',
        title: t('receivedOf'),
        width: 120,
        align: 'right',
        render: (row) => `${row.received} / ${row.units}`,
      },
      col.text('inbound', t('inbound'), { of: 'inboundNo', width: 160 }),
    ],
    [t],
  );
}
