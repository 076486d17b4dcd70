import { CheckCircleOutlined, DeleteOutlined, PlusOutlined, PrinterOutlined, StopOutlined } from '@ant-design/icons';
import {
  commitProductImport,
  exportProducts,
  listProducts,
  type ProductRow,
  previewProductImport,
  productFacets,
  productTemplate,
  removeProducts,
  setProductsEnabled,
} from '@tradewind/contract/catalog.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall, useRefresh } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { ImportDialog } from '../../../components/import-dialog.tsx';
import { type BulkAction, type Filter, ListPage } from '../../../components/list-page.tsx';
import { LabelDialog } from '../label-dialog.tsx';
import { useProductColumns } from '../product-columns.tsx';
import { ProductDrawer } from '../product-drawer.tsx';
import { ProductForm } from '../product-form.tsx';

export default function ProductList(): ReactNode {
  const { t } = useTranslation('catalog');
  const may = useButtons();
  const [adding, setAdding] = useState(false);
  const [importing, setImporting] = useState(false);
  const [printing, setPrinting] = useState<readonly number[]>();
  const facets = useCall(productFacets, {});
  const columns = useProductColumns();
  const bulk = useBulk(may, setPrinting);
  const options = (names: readonly string[] | undefined) => (names ?? []).map((value) => ({ value, label: value }));
  const filters: Filter[] = [
    { kind: 'text', name: 'search', label: t('search') },
    { kind: 'select', name: 'category', label: t('category'), options: options(facets.data?.categories) },
    { kind: 'select', name: 'brand', label: t('brand'), options: options(facets.data?.brands) },
    {
      kind: 'select',
      name: 'battery',
      label: t('battery'),
      options: [
        { value: 'true', label: t('batteryYes') },
        { value: 'false', label: t('batteryNo') },
      ],
    },
  ];
  const { counts } = facets.data ?? {};
  return (
    <>
      <ListPage
        id="product.archive"
        call={listProducts}
        columns={columns}
        tabs={{
          param: 'status',
          items: [
            { value: 'enabled', label: t('enabled'), count: counts?.enabled },
            { value: 'disabled', label: t('disabled'), count: counts?.disabled },
            { value: 'all', label: t('all'), count: counts?.all },
          ],
        }}
        filters={filters}
        bulk={bulk}
        {...(may('export') ? { exports: { call: exportProducts } } : {})}
        actions={
          <>
            {may('import') && <Button onClick={() => setImporting(true)}>{t('import')}</Button>}
            {may('add') && (
              <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
                {t('addProduct')}
              </Button>
            )}
          </>
        }
        empty={{ title: t('none'), hint: t('noneHint') }}
        detail={(id, tools) => <ProductDrawer id={id} tools={tools} onPrint={() => setPrinting([id])} />}
      />
      {adding && <ProductForm onClose={() => setAdding(false)} />}
      {printing && <LabelDialog ids={printing} onClose={() => setPrinting(undefined)} />}
      {importing && (
        <ImportDialog
          title={t('importProducts')}
          template={productTemplate}
          preview={previewProductImport}
          commit={commitProductImport}
          refresh={[listProducts, productFacets]}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  );
}

const LABELS_AT_ONCE = 200;

function useBulk(
  may: (button: string) => boolean,
  print: (ids: readonly number[]) => void,
): BulkAction<typeof listProducts>[] {
  const { t } = useTranslation('catalog');
  const refresh = useRefresh();
  return useMemo(() => {
    const setEnabled = (enabled: boolean): BulkAction<typeof listProducts> => ({
      key: enabled ? 'enable' : 'disable',
      label: t(enabled ? 'enable' : 'disable'),
      icon: enabled ? <CheckCircleOutlined /> : <StopOutlined />,
      disabledReason: (rows: ProductRow[]) =>
        rows.length > 0 && rows.every((row) => row.enabled === enabled)
          ? t(enabled ? 'nowEnabled' : 'nowDisabled')
          : undefined,
      run: async ({ input, idempotencyKey }) => {
        const result = await callApi(setProductsEnabled, { ...input, enabled, idempotencyKey });
        refresh(productFacets);
        return result;
      },
    });
    const remove: BulkAction<typeof listProducts> = {
      key: 'delete',
      label: t('action.delete'),
      icon: <DeleteOutlined />,
      danger: true,
      confirm: (count) => t('deleteMany', { count }),
      run: async ({ input, idempotencyKey }) => {
        const result = await callApi(removeProducts, { ...input, idempotencyKey });
        refresh(productFacets);
        return result;
      },
    };
    const labels: BulkAction<typeof listProducts> = {
      key: 'print',
      label: t('printLabels'),
      icon: <PrinterOutlined />,
      run: async ({ input }) => {
        if ('ids' in input) print(input.ids.slice(0, LABELS_AT_ONCE));
        else
          print((await callApi(listProducts, { ...input.filter, pageSize: LABELS_AT_ONCE })).rows.map((row) => row.id));
        return undefined;
      },
    };
    return [
      ...(may('edit') ? [setEnabled(true), setEnabled(false)] : []),
      ...(may('print') ? [labels] : []),
      ...(may('delete') ? [remove] : []),
    ];
  }, [t, may, print, refresh]);
}
