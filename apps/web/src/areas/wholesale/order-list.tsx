import { PlusOutlined } from '@ant-design/icons';
import {
  deleteWholesale,
  exportWholesale,
  listWholesale,
  type WholesaleDetail,
  type WholesaleRow,
  wholesaleTabs,
} from '@tradewind/contract/wholesale.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../api/client.ts';
import { useCall } from '../../api/hooks.ts';
import { useButtons } from '../../components/can.tsx';
import { DateTime, Money } from '../../components/figures.tsx';
import { type Column, ListPage } from '../../components/list-page.tsx';
import { StatusTag } from '../../components/status-tag.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { OrderForm } from './order-form.tsx';
import { STATE_TONES } from './state.ts';

export function OrderList(): ReactNode {
  const { t } = useTranslation('wholesale');
  const may = useButtons();
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
        bulk={
          may('delete')
            ? [
                {
                  key: 'delete',
                  label: t('delete'),
                  run: async ({ input, idempotencyKey }) =>
                    'ids' in input ? callApi(deleteWholesale, { ids: input.ids, idempotencyKey }) : undefined,
                },
              ]
            : []
        }
        {...(may('export') ? { exports: { call: exportWholesale, toInput: (filter) => ({ filter }) } } : {})}
        actions={
          may('add') && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
              {t('add')}
            </Button>
          )
        }
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
      {
        key: 'number',
        title: t('number'),
        width: 170,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => row.number,
      },
      { key: 'customer', title: t('customer'), width: 220, render: (row) => row.customerName },
      { key: 'customerRef', title: t('customerRef'), width: 140, render: (row) => row.customerRef },
      {
        key: 'state',
        title: t('stateTitle'),
        width: 110,
        card: 'state',
        render: (row) => <StatusTag tone={STATE_TONES[row.state]}>{t(`state.${row.state}`)}</StatusTag>,
      },
      {
        key: 'total',
        title: t('total'),
        width: 140,
        align: 'right',
        render: (row) => <Money amount={row.totalAmount} currency={row.currency} />,
      },
      {
        key: 'paid',
        title: t('paid'),
        width: 140,
        align: 'right',
        render: (row) => <Money amount={row.paidAmount} currency={row.currency} />,
      },
      {
        key: 'openAmount',
        title: t('openAmount'),
        width: 140,
        align: 'right',
        render: (row) => <Money amount={row.openAmount} currency={row.currency} />,
      },
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
      { key: 'createdAt', title: t('createdAt'), width: 150, render: (row) => <DateTime at={row.createdAt} /> },
      { key: 'validUntil', title: t('validUntil'), width: 120, hidden: true, render: (row) => row.validUntil },
    ],
    [t],
  );
}
