import { listTransit } from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type Column, ListPage, type RowOf } from '../../../components/list-page.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { col } from '../../../components/table/col.tsx';
import { useUser } from '../../../shell/session.ts';

type TransitRow = RowOf<typeof listTransit>;

/** Units that left one warehouse and have not arrived at the other. */
export function TransitList(): ReactNode {
  const { t } = useTranslation('warehouse');
  const { baseCurrency } = useUser();
  const warehouses = useWarehouseOptions();
  const [, setParams] = useSearchParams();
  const columns: Column<TransitRow>[] = useMemo(
    () => [
      col.heading('number', t('transfer.number'), {
        of: (row: TransitRow) => `${row.number} · ${t('transfer.part', { part: row.part })}`,
        width: 210,
      }),
      col.text('from', t('transfer.from'), { of: 'fromName', width: 150 }),
      col.text('to', t('transfer.to'), { of: 'toName', width: 150 }),
      col.text('inbound', t('transfer.inbound'), { of: 'inboundNo', width: 190 }),
      col.qty('units', t('transfer.shipped')),
      col.qty('received', t('transfer.received')),
      col.money('value', t('transfer.value'), { currency: () => baseCurrency, width: 150 }),
      col.text('carrier', t('transfer.carrier'), { width: 120 }),
      col.text('tracking', t('transfer.tracking'), { of: 'trackingNumber', width: 170 }),
      col.text('expectedOn', t('transfer.expectedOn'), { width: 120 }),
      col.time('shippedAt', t('transfer.shippedAt')),
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
