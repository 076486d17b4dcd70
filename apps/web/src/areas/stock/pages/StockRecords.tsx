import {
  exportMovements,
  listMovements,
  MOVEMENT_REASONS,
  type MovementRow,
  STOCK_CONDITIONS,
} from '@tradewind/contract/stock.ts';
import { selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { Actor, MovementDocument, ProductCell, Signed } from '../cells.tsx';

/** Kinds of documents that move stock. */
const DOCUMENTS = [
  'sales_order',
  'outbound',
  'inbound',
  'inbound_check',
  'sales_return',
  'adjust',
  'relocate',
  'condition',
  'putback',
  'transfer',
  'fba_shipment',
  'transit_leg',
  'count',
  'receipt',
  'opening',
] as const;

export default function StockRecords(): ReactNode {
  const { t } = useTranslation('stock');
  const may = useButtons();
  const warehouses = useCall(selectWarehouse, {});
  const columns = useColumns();
  return (
    <ListPage
      id="warehouse.record"
      call={listMovements}
      columns={columns}
      filters={[
        { kind: 'text', name: 'text', label: t('movement.text') },
        { kind: 'text', name: 'docNumber', label: t('movement.number') },
        {
          kind: 'multi',
          name: 'reasons',
          label: t('movement.reason'),
          options: MOVEMENT_REASONS.map((reason) => ({ value: reason, label: t(`reason.${reason}`) })),
        },
        { kind: 'dates', name: ['from', 'to'], label: t('movement.when') },
        {
          kind: 'select',
          name: 'warehouseId',
          label: t('warehouse'),
          more: true,
          options: (warehouses.data ?? []).map((w) => ({ value: w.id, label: w.name })),
        },
        { kind: 'text', name: 'location', label: t('location'), more: true },
        { kind: 'text', name: 'batch', label: t('batchSearch'), more: true },
        {
          kind: 'select',
          name: 'condition',
          label: t('movement.condition'),
          more: true,
          options: STOCK_CONDITIONS.map((condition) => ({ value: condition, label: t(`condition.${condition}`) })),
        },
        {
          kind: 'multi',
          name: 'docKinds',
          label: t('docKindTitle'),
          more: true,
          options: DOCUMENTS.map((kind) => ({ value: kind, label: t(`docKind.${kind}`) })),
        },
      ]}
      {...(may('export') ? { exports: { call: exportMovements, toInput: (filter) => ({ filter }) } } : {})}
      empty={{ title: t('movement.empty'), hint: t('movement.emptyHint') }}
    />
  );
}

function useColumns(): Column<MovementRow>[] {
  const { t } = useTranslation('stock');
  return useMemo(() => {
    const change = (key: 'onHand' | 'reserved' | 'incoming'): Column<MovementRow> => ({
      key,
      title: t(`movement.${key}`),
      width: 100,
      align: 'right',
      render: (row) => <Signed value={row[key]} />,
    });
    return [
      { key: 'at', title: t('movement.at'), width: 150, always: true, render: (row) => <DateTime at={row.at} /> },
      { key: 'sku', title: t('sku'), width: 240, card: 'title', render: (row) => <ProductCell row={row} /> },
      {
        key: 'reason',
        title: t('movement.reason'),
        width: 110,
        card: 'state',
        render: (row) => t(`reason.${row.reason}`),
      },
      change('onHand'),
      change('reserved'),
      change('incoming'),
      { key: 'warehouse', title: t('warehouse'), width: 150, render: (row) => row.warehouseName },
      { key: 'location', title: t('location'), width: 120, render: (row) => row.locationCode ?? '' },
      {
        key: 'condition',
        title: t('movement.condition'),
        width: 80,
        hidden: true,
        render: (row) => t(`condition.${row.condition}`),
      },
      { key: 'batch', title: t('batch'), width: 120, hidden: true, render: (row) => row.batchCode ?? '' },
      { key: 'document', title: t('movement.document'), width: 200, render: (row) => <MovementDocument row={row} /> },
      { key: 'by', title: t('movement.by'), width: 140, render: (row) => <Actor row={row} /> },
    ];
  }, [t]);
}
