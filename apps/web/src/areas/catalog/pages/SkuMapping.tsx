import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import {
  commitMappingImport,
  exportMappings,
  listMappings,
  listUnmapped,
  mappingTemplate,
  previewMappingImport,
  removeMappings,
} from '@tradewind/contract/catalog.ts';
import { getUserShop } from '@tradewind/contract/channels.ts';
import { Alert, Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { ImportDialog } from '../../../components/import-dialog.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { productName } from '../../../components/product-name.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { MappingForm, type MappingRow } from '../mapping-form.tsx';
import { WaitingDrawer } from '../waiting-drawer.tsx';
import '../catalog.css';

export default function SkuMapping(): ReactNode {
  const { t } = useTranslation('catalog');
  const may = useButtons();
  const [editing, setEditing] = useState<{ mapping?: MappingRow }>();
  const [importing, setImporting] = useState(false);
  const [resolving, setResolving] = useState(false);
  const shops = useCall(getUserShop, {});
  const columns = useColumns();
  return (
    <>
      <ListPage
        id="product.mapping"
        call={listMappings}
        columns={columns}
        filters={[
          { kind: 'text', name: 'search', label: t('mappingSearch') },
          {
            kind: 'select',
            name: 'shopId',
            label: t('shop'),
            options: (shops.data?.list ?? []).map((shop) => ({ value: shop.id, label: shop.name })),
          },
        ]}
        bulk={
          may('delete')
            ? [
                {
                  key: 'delete',
                  label: t('action.delete'),
                  icon: <DeleteOutlined />,
                  danger: true,
                  confirm: (count) => t('removeMappings', { count }),
                  run: ({ input, idempotencyKey }) => callApi(removeMappings, { ...input, idempotencyKey }),
                },
              ]
            : []
        }
        {...(may('export') ? { exports: { call: exportMappings } } : {})}
        summary={<WaitingBanner may={may('add')} onResolve={() => setResolving(true)} />}
        actions={
          <>
            {may('import') && <Button onClick={() => setImporting(true)}>{t('import')}</Button>}
            {may('add') && (
              <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing({})}>
                {t('addMapping')}
              </Button>
            )}
          </>
        }
        {...(may('edit') ? { onOpen: (mapping: MappingRow) => setEditing({ mapping }) } : {})}
        empty={{ title: t('noMappingsYet'), hint: t('noMappingsYetHint') }}
      />
      {editing && <MappingForm {...editing} onClose={() => setEditing(undefined)} />}
      {resolving && <WaitingDrawer onClose={() => setResolving(false)} />}
      {importing && (
        <ImportDialog
          title={t('importMappings')}
          template={mappingTemplate}
          preview={previewMappingImport}
          commit={commitMappingImport}
          refresh={[listMappings, listUnmapped]}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  );
}

function WaitingBanner({ may, onResolve }: { may: boolean; onResolve: () => void }): ReactNode {
  const { t } = useTranslation('catalog');
  const waiting = useCall(listUnmapped, { page: 1, pageSize: 100 }, { everyMs: 60_000 });
  const count = waiting.data?.total ?? 0;
  if (count === 0) return null;
  return (
    <Alert
      banner
      type="warning"
      title={waiting.data?.totalExact ? t('waiting', { count }) : t('waitingMore', { count })}
      action={may && <Button onClick={onResolve}>{t('resolve')}</Button>}
    />
  );
}

function useColumns(): Column<MappingRow>[] {
  const { t } = useTranslation('catalog');
  return useMemo<Column<MappingRow>[]>(
    () => [
      {
        key: 'sellerSku',
        title: t('sellerSku'),
        width: 240,
        frozen: true,
        always: true,
        sort: true,
        card: 'title',
        render: (row) => <strong>{row.sellerSku}</strong>,
      },
      { key: 'shop', title: t('shop'), width: 200, render: (row) => row.shopName },
      {
        key: 'sku',
        title: t('sku'),
        width: 200,
        render: (row) => (
          <>
            {row.sku} {!row.productEnabled && <StatusTag tone="warn">{t('productDisabled')}</StatusTag>}
          </>
        ),
      },
      { key: 'name', title: t('name'), width: 280, render: productName },
      {
        key: 'factor',
        title: t('factor'),
        width: 100,
        align: 'right',
        render: (row) => <span className="tw-figure">× {row.factor}</span>,
      },
      { key: 'createdBy', title: t('createdBy'), width: 140, render: (row) => row.createdBy },
      {
        key: 'createdAt',
        title: t('updatedAt'),
        width: 150,
        sort: true,
        render: (row) => <DateTime at={row.createdAt} />,
      },
    ],
    [t],
  );
}
