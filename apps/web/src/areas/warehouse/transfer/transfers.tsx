import { rights } from '@tradewind/contract/access/modules.ts';
import {
  exportTransfers,
  listTransfers,
  TRANSFER_STATES,
  type TransferRow,
  transferTabs,
} from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { type Column, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { col } from '../../../components/table/col.tsx';
import { TransferStateTag } from './state.tsx';
import { TransferDrawer } from './transfer-drawer.tsx';
import { TransferForm } from './transfer-form.tsx';

const LOOK_AGAIN_MS = 30_000;

/** Transfers by status. */
export function Transfers(): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const tabs = useCall(transferTabs, {}, { everyMs: LOOK_AGAIN_MS });
  const warehouses = useWarehouseOptions();
  return (
    <ListPage
      id="warehouse.transfer"
      call={listTransfers}
      columns={useColumns()}
      everyMs={LOOK_AGAIN_MS}
      tabs={tabsOf('state', TRANSFER_STATES, (state) => t(`transfer.state.${state}`), {
        all: t('transfer.all'),
        counts: tabs.data?.counts,
        uncounted: ['done', 'cancelled'],
        urgent: ['submitted'],
      })}
      filters={[
        { kind: 'text', name: 'text', label: t('transfer.search') },
        { kind: 'select', name: 'fromId', label: t('transfer.from'), options: warehouses },
        { kind: 'select', name: 'toId', label: t('transfer.to'), options: warehouses },
        { kind: 'dates', name: ['from', 'to'], label: t('transfer.createdAt') },
      ]}
      exports={may(exportTransfers) && { call: exportTransfers }}
      primary={
        may(rights.transfer.add) && {
          label: t('transfer.add'),
          form: (close) => <TransferForm transfer={undefined} onClose={close} />,
        }
      }
      empty={{ title: t('transfer.empty'), hint: t('transfer.emptyHint') }}
      detail={(id, tools) => <TransferDrawer id={id} tools={tools} />}
    />
  );
}

function useColumns(): Column<TransferRow>[] {
  const { t } = useTranslation('warehouse');
  return useMemo(
    () => [
      col.heading('number', t('transfer.number'), { width: 190 }),
      col.status('state', t('transfer.stateTitle'), (row) => <TransferStateTag state={row.state} />),
      col.text('from', t('transfer.from'), { of: 'fromName', width: 150 }),
      col.text('to', t('transfer.to'), { of: 'toName', width: 150 }),
      col.qty('units', t('transfer.units')),
      col.qty('shipped', t('transfer.shipped')),
      col.qty('received', t('transfer.received')),
      col.qty('inTransit', t('transfer.inTransit')),
      col.qty('lost', t('transfer.lost')),
      col.text('expectedOn', t('transfer.expectedOn'), { width: 120 }),
      col.text('createdBy', t('transfer.createdBy'), { width: 130, card: 'hide' }),
      col.time('createdAt', t('transfer.createdAt'), { card: 'hide' }),
    ],
    [t],
  );
}
