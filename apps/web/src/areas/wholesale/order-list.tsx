import { rights } from '@tradewind/contract/access/modules.ts';
import {
  deleteWholesale,
  exportWholesale,
  listWholesale,
  type WholesaleDetail,
  type WholesaleRow,
  wholesaleMay,
  wholesaleTabs,
} from '@tradewind/contract/wholesale.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { bulkRun, type Column, ListPage } from '../../components/list-page.tsx';
import { StatusTag } from '../../components/status-tag.tsx';
import { col } from '../../components/table/col.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { OrderForm } from './order-form.tsx';
import { STATE_TONES } from './state.ts';

export function OrderList(): ReactNode {
  const { t } = useTranslation('wholesale');
  const may = useMay();
  const [form, setForm] = useState<{ order?: WholesaleDetail }>();
  const tabs = useCall(wholesaleTabs, {});
  const columns = useColumns();
  return (
    <>
      <ListPage
        id="order.b2b"
        call={listWholesale}
        columns={columns}
        tabs={{
          param: 'state',
          items: [
            { value: '', label: t('all') },
            { value: 'quotation', label: t('state.quotation'), count: tabs.data?.quotation },
            { value: 'confirmed', label: t('state.confirmed'), count: tabs.data?.confirmed },
            { value: 'open', label: t('open'), count: tabs.data?.open, input: { open: true } },
            { value: 'done', label: t('state.done') },
            { value: 'cancelled', label: t('state.cancelled') },
          ],
        }}
        filters={[{ kind: 'text', name: 'text', label: t('search') }]}
        bulk={[
          {
            may: may(deleteWholesale),
            key: 'delete',
            label: t('delete'),
            danger: true,
            fits: (row) => wholesaleMay('edit', row),
            needs: t('onlyQuotations'),
            confirm: (count) => t('deleteMany', { count }),
            run: bulkRun(deleteWholesale),
          },
        ]}
        exports={may(exportWholesale) && { call: exportWholesale }}
        primary={may(rights.wholesaleOrder.add) && { label: t('add'), onClick: () => setForm({}) }}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
        detail={(id, tools) => <OrderDrawer key={id} id={id} tools={tools} onEdit={(order) => setForm({ order })} />}
      />
      {form && <OrderForm key={form.order?.id ?? 0} order={form.order} onClose={() => setForm(undefined)} />}
    </>
  );
}

function useColumns(): Column<WholesaleRow>[] {
  const { t } = useTranslation('wholesale');
  return useMemo<Column<WholesaleRow>[]>(
    () => [
      col.heading('number', t('number'), { width: 170 }),
      col.text('customer', t('customer'), { of: 'customerName', width: 220 }),
      col.text('customerRef', t('customerRef'), { width: 140 }),
      col.status(
        'state',
        t('stateTitle'),
        (row) => <StatusTag tone={STATE_TONES[row.state]}>{t(`state.${row.state}`)}</StatusTag>,
        { width: 110 },
      ),
      col.money('total', t('total'), { of: 'totalAmount', currency: 'currency', width: 140 }),
      col.money('paid', t('paid'), { of: 'paidAmount', currency: 'currency', width: 140 }),
      col.money('openAmount', t('openAmount'), { currency: 'currency', width: 140 }),
      {
        key: 'progress',
        title: t('progress'),
        width: 160,
        render: (row) => (
          <span className="tw-figure">
            {t('shippedOf', { shipped: row.shipped, units: row.units })}{' '}
            {row.planned > 0 && <span className="tw-muted">{t('onTheWay', { planned: row.planned })}</span>}
          </span>
        ),
      },
      col.time('createdAt', t('createdAt')),
      col.text('validUntil', t('validUntil'), { width: 120, hidden: true }),
    ],
    [t],
  );
}
