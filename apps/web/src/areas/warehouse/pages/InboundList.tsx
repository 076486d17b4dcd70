import { rights } from '@tradewind/contract/access/modules.ts';
import {
  commitInboundImport,
  exportInbounds,
  INBOUND_KINDS,
  type InboundRow,
  importInbounds,
  inboundTemplate,
  listInbounds,
} from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import { type Column, ListPage, optionsOf } from '../../../components/list-page.tsx';
import { ImportButton } from '../../../components/open-button.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { col } from '../../../components/table/col.tsx';
import { INBOUND_CHANGED } from '../inbound/changed.ts';
import { useInboundActs } from '../inbound/inbound-acts.tsx';
import { InboundDrawer } from '../inbound/inbound-drawer.tsx';
import { InboundForm } from '../inbound/inbound-form.tsx';
import { useInboundTabs } from '../inbound/inbound-tabs.ts';
import { InboundStateTag } from '../inbound/state.tsx';
import '../warehouse.css';

export default function InboundList(): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const warehouses = useWarehouseOptions();
  return (
    <ListPage
      id="warehouse.inbound"
      call={listInbounds}
      columns={useColumns()}
      tabs={useInboundTabs()}
      filters={[
        { kind: 'text', name: 'text', label: t('inbound.search') },
        { kind: 'select', name: 'warehouseId', label: t('house.title'), options: warehouses },
        {
          kind: 'select',
          name: 'kind',
          label: t('inbound.kindTitle'),
          options: optionsOf(INBOUND_KINDS, (kind) => t(`inbound.kind.${kind}`)),
        },
        { kind: 'dates', name: ['from', 'to'], label: t('inbound.createdAt') },
      ]}
      bulk={useInboundActs()}
      exports={may(exportInbounds) && { call: exportInbounds }}
      primary={may(rights.inbound.add) && { label: t('inbound.add'), form: (close) => <InboundForm onClose={close} /> }}
      actions={
        may(rights.inbound.add) && (
          <ImportButton
            label={t('inbound.importVerb')}
            title={t('inbound.import')}
            template={inboundTemplate}
            preview={importInbounds}
            commit={commitInboundImport}
            refresh={INBOUND_CHANGED}
          />
        )
      }
      empty={{ title: t('inbound.empty'), hint: t('inbound.emptyHint') }}
      detail={(id, tools) => <InboundDrawer id={id} tools={tools} />}
    />
  );
}

const trackingOf = (row: InboundRow) => [row.carrier, row.trackingNumber].filter(Boolean).join(' · ');
const progressOf = (row: InboundRow) => `${row.unitsReceived} / ${row.units}`;

function useColumns(): Column<InboundRow>[] {
  const { t } = useTranslation('warehouse');
  return useMemo(
    () => [
      col.heading('number', t('inbound.number')),
      col.status('state', t('inbound.stateTitle'), (row) => <InboundStateTag state={row.state} />, { width: 140 }),
      col.text('kind', t('inbound.kindTitle'), { of: (row: InboundRow) => t(`inbound.kind.${row.kind}`), width: 110 }),
      col.text('warehouse', t('house.title'), { of: 'warehouseName', width: 140 }),
      col.text('source', t('inbound.source'), { of: 'sourceNo', width: 180 }),
      col.text('reference', t('inbound.reference'), { width: 150 }),
      col.text('tracking', t('inbound.tracking'), { of: trackingOf, width: 190 }),
      col.text('expectedOn', t('inbound.expectedOn'), { width: 110 }),
      col.code('progress', t('inbound.progress'), { of: progressOf, width: 110, align: 'right' }),
      col.qty('unitsToPutAway', t('inbound.toPutAway')),
      col.qty('unitsChecking', t('inbound.checking')),
      col.qty('cartonCount', t('inbound.cartons'), { card: 'hide' }),
      col.time('createdAt', t('inbound.createdAt')),
      col.text('createdBy', t('inbound.createdBy'), { width: 120, hidden: true }),
    ],
    [t],
  );
}
