import { PlusOutlined, UploadOutlined } from '@ant-design/icons';
import * as calls from '@tradewind/contract/transit.ts';
import { FBA_STATES, type FbaDetail, type FbaRow } from '@tradewind/contract/transit.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { DateTime, None } from '../../../components/figures.tsx';
import { ImportDialog } from '../../../components/import-dialog.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { FBA_CHANGED, FBA_TONES } from '../state.ts';
import { FbaDrawer } from './fba-drawer.tsx';
import { FbaForm } from './fba-form.tsx';

export function FbaList(): ReactNode {
  const { t } = useTranslation('transit');
  const may = useButtons();
  const [form, setForm] = useState<{ fba?: FbaDetail }>();
  const [importing, setImporting] = useState(false);
  const tabs = useCall(calls.fbaTabs, {});
  const shops = useCall(calls.fbaShops, {});
  const columns = useColumns();
  return (
    <>
      <ListPage
        id="transit.fba"
        call={calls.listFba}
        columns={columns}
        tabs={{
          param: 'state',
          items: [
            { value: '', label: t('all') },
            ...FBA_STATES.map((value) => ({ value, label: t(`state.${value}`), count: tabs.data?.states[value] })),
          ],
        }}
        filters={[
          { kind: 'text', name: 'text', label: t('search') },
          {
            kind: 'select',
            name: 'shopId',
            label: t('shop'),
            options: (shops.data ?? []).map((shop) => ({ value: shop.id, label: shop.name })),
          },
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
                    'ids' in input ? callApi(calls.deleteFba, { ids: input.ids, idempotencyKey }) : undefined,
                },
              ]
            : []
        }
        {...(may('export') ? { exports: { call: calls.exportFba, toInput: (filter) => ({ filter }) } } : {})}
        actions={
          <>
            {may('box') && (
              <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
                {t('importBoxes')}
              </Button>
            )}
            {may('add') && (
              <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
                {t('add')}
              </Button>
            )}
          </>
        }
        empty={{ title: t('empty'), hint: t('emptyHint') }}
        detail={(id, tools) => <FbaDrawer key={id} id={id} tools={tools} onEdit={(fba) => setForm({ fba })} />}
      />
      {form && <FbaForm key={form.fba?.id ?? 0} fba={form.fba} onClose={() => setForm(undefined)} />}
      {importing && (
        <ImportDialog
          title={t('importBoxes')}
          template={calls.fbaBoxTemplate}
          preview={calls.previewFbaBoxes}
          commit={calls.commitFbaBoxes}
          errors={calls.fbaBoxErrors}
          refresh={FBA_CHANGED}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  );
}

function useColumns(): Column<FbaRow>[] {
  const { t } = useTranslation('transit');
  return useMemo<Column<FbaRow>[]>(
    () => [
      {
        key: 'number',
        title: t('number'),
        width: 180,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => row.number,
      },
      { key: 'name', title: t('name'), width: 180, render: (row) => row.name },
      {
        key: 'state',
        title: t('stateTitle'),
        width: 130,
        card: 'state',
        render: (row) => (
          <StatusTag tone={row.stepError ? 'bad' : FBA_TONES[row.state]} busy={row.step !== '' && !row.stepError}>
            {row.stepError ? t('stopped') : t(`state.${row.state}`)}
          </StatusTag>
        ),
      },
      { key: 'shop', title: t('shop'), width: 160, render: (row) => row.shopName },
      { key: 'from', title: t('from'), width: 140, render: (row) => row.warehouseName },
      {
        key: 'amazonNo',
        title: t('amazonNo'),
        width: 170,
        render: (row) => (row.confirmationIds.length > 0 ? row.confirmationIds.join(' ') : <None />),
      },
      { key: 'skus', title: 'SKU', width: 70, align: 'right', render: (row) => row.skus },
      {
        key: 'units',
        title: t('receivedOf'),
        width: 120,
        align: 'right',
        render: (row) => `${row.received} / ${row.units}`,
      },
      { key: 'boxes', title: t('boxes'), width: 80, align: 'right', render: (row) => row.boxes || <None /> },
      {
        key: 'cases',
        title: t('openCases'),
        width: 100,
        align: 'right',
        render: (row) => (row.openCases > 0 ? <StatusTag tone="bad">{row.openCases}</StatusTag> : <None />),
      },
      { key: 'createdAt', title: t('createdAt'), width: 150, render: (row) => <DateTime at={row.createdAt} /> },
      {
        key: 'shippedAt',
        title: t('shippedAt'),
        width: 150,
        render: (row) => (row.shippedAt ? <DateTime at={row.shippedAt} /> : <None />),
      },
    ],
    [t],
  );
}
