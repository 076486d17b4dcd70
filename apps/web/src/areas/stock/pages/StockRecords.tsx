import { rights } from '@tradewind/contract/access/modules.ts';
import {
  exportMovements,
  listMovements,
  MOVEMENT_REASONS,
  type MovementRow,
  STOCK_CONDITIONS,
} from '@tradewind/contract/stock.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import { LeadButton } from '../../../components/lead-button.tsx';
import { type Column, ListPage, optionsOf } from '../../../components/list-page.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { col } from '../../../components/table/col.tsx';
import { Actor, MovementDocument, Signed } from '../cells.tsx';

/** Document types that move stock. */
const DOCUMENTS = [
  'sales_order',
  'outbound',
  'inbound',
  'inbound_check',
  'sales_return',
  'supplier_return',
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
  const may = useMay();
  const warehouses = useWarehouseOptions();
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
          options: optionsOf(MOVEMENT_REASONS, (reason) => t(`reason.${reason}`)),
        },
        { kind: 'dates', name: ['from', 'to'], label: t('movement.when') },
        {
          kind: 'select',
          name: 'warehouseId',
          label: t('warehouse'),
          more: true,
          options: warehouses,
        },
        { kind: 'text', name: 'location', label: t('location'), more: true },
        { kind: 'text', name: 'batch', label: t('batchSearch'), more: true },
        {
          kind: 'select',
          name: 'condition',
          label: t('movement.condition'),
          more: true,
          options: optionsOf(STOCK_CONDITIONS, (condition) => t(`condition.${condition}`)),
        },
        {
          kind: 'multi',
          name: 'docKinds',
          label: t('docKindTitle'),
          more: true,
          options: optionsOf(DOCUMENTS, (kind) => t(`docKind.${kind}`)),
        },
      ]}
      exports={may(exportMovements) && { call: exportMovements }}
      empty={{
        title: t('movement.empty'),
        hint: t('movement.emptyHint'),
        action: <LeadButton to={rights.stock} label={t('movement.toStock')} />,
      }}
    />
  );
}

function useColumns(): Column<MovementRow>[] {
  const { t } = useTranslation('stock');
  return useMemo(() => {
    const change = (key: 'onHand' | 'reserved' | 'incoming'): Column<MovementRow> =>
      col.own(key, t(`movement.${key}`), (row) => <Signed value={row[key]} />, { width: 100, align: 'right' });
    return [
      col.time('at', t('movement.at'), { always: true }),
      col.product('sku', t('sku'), { width: 240 }),
      col.status('reason', t('movement.reason'), (row) => t(`reason.${row.reason}`), { width: 110 }),
      change('onHand'),
      change('reserved'),
      change('incoming'),
      col.text('warehouse', t('warehouse'), { of: 'warehouseName', width: 150 }),
      col.text('location', t('location'), { of: 'locationCode', width: 120 }),
      col.own('condition', t('movement.condition'), (row) => t(`condition.${row.condition}`), {
        width: 80,
        hidden: true,
      }),
      col.text('batch', t('batch'), { of: 'batchCode', width: 120, hidden: true }),
      col.own('document', t('movement.document'), (row) => <MovementDocument row={row} />, { width: 200 }),
      col.own('by', t('movement.by'), (row) => <Actor row={row} />),
    ];
  }, [t]);
}
