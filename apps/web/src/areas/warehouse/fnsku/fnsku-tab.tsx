import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  commitWarehouseFnSkuImport,
  deleteWarehouseFnSku,
  importWarehouseFnSku,
  listWarehouseFnSku,
  selectWarehouse,
  warehouseFnSkuCopy,
  warehouseFnSkuTemplate,
} from '@tradewind/contract/warehouse.ts';
import { Button, Input, Pagination } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { ImportDialog } from '../../../components/import-dialog.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { FnskuForm } from './fnsku-form.tsx';

type Row = ResultOf<typeof listWarehouseFnSku>['rows'][number];
type Opened = { what: 'form'; row?: Row } | { what: 'import' } | { what: 'copy' };
const PAGE = 30;

/** The FNSKUs of a warehouse's products. */
export function FnskuTab({ houseId: warehouseId }: { houseId: number }): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<Opened>();
  const list = useCall(
    listWarehouseFnSku,
    { houseId: warehouseId, page, pageSize: PAGE, ...(text ? { text } : {}) },
    { keepPrevious: true },
  );
  const columns = useColumns(warehouseId, (row) => setOpened({ what: 'form', row }));
  const close = () => setOpened(undefined);
  if (list.error) return <PageError error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <div className="tw-fnsku-bar">
        <Input.Search
          allowClear
          aria-label={t('fnsku.search')}
          placeholder={t('fnsku.search')}
          onSearch={(value) => {
            setText(value.trim());
            setPage(1);
          }}
        />
        {may(rights.warehouse.edit) && (
          <>
            <Button onClick={() => setOpened({ what: 'form' })}>{t('fnsku.add')}</Button>
            <Button onClick={() => setOpened({ what: 'import' })}>{t('action.import')}</Button>
            <Button onClick={() => setOpened({ what: 'copy' })}>{t('fnsku.copy')}</Button>
          </>
        )}
      </div>
      <LineTable
        label={t('fnsku.title')}
        columns={columns}
        rows={list.data?.rows ?? []}
        skeleton={list.isPending ? 4 : 0}
        empty={<EmptyState title={t('fnsku.empty')} hint={t('fnsku.emptyHint')} />}
      />
      <Pagination
        hideOnSinglePage
        simple
        current={page}
        pageSize={PAGE}
        total={list.data?.total ?? 0}
        onChange={setPage}
      />
      {opened?.what === 'form' && <FnskuForm houseId={warehouseId} row={opened.row} onClose={close} />}
      {opened?.what === 'copy' && <CopyForm houseId={warehouseId} onClose={close} />}
      {opened?.what === 'import' && (
        <ImportDialog
          title={t('fnsku.import')}
          template={warehouseFnSkuTemplate}
          preview={importWarehouseFnSku}
          commit={commitWarehouseFnSkuImport}
          refresh={[listWarehouseFnSku]}
          onClose={close}
        />
      )}
    </>
  );
}

function useColumns(warehouseId: number, onEdit: (row: Row) => void): Column<Row>[] {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const remove = useAct(deleteWarehouseFnSku, { refresh: [listWarehouseFnSku], success: t('fnsku.deleted') });
  const columns: Column<Row>[] = [
    col.product('sku', t('line.product'), { width: 260 }),
    col.code('fnsku', t('fnsku.title'), { width: 140 }),
  ];
  if (may(deleteWarehouseFnSku))
    columns.push({
      key: 'acts',
      title: '',
      width: 140,
      card: 'line',
      render: (row) => (
        <>
          <Button type="link" size="small" onClick={() => onEdit(row)}>
            {t('action.edit')}
          </Button>
          <Button
            type="link"
            size="small"
            danger
            onClick={() => remove.mutate({ houseId: warehouseId, ids: [row.id] })}
          >
            {t('action.delete')}
          </Button>
        </>
      ),
    });
  return columns;
}

/** Copies this warehouse's FNSKUs to another one, which keeps those it already has. */
function CopyForm({ houseId: warehouseId, onClose }: { houseId: number; onClose: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const warehouses = useCall(selectWarehouse, {});
  return (
    <FormDrawer
      open
      title={t('fnsku.copy')}
      call={warehouseFnSkuCopy}
      verb={t('fnsku.copyVerb')}
      initial={{ from: warehouseId }}
      refresh={[listWarehouseFnSku]}
      onDone={({ copied, existed }) => toast.success(t('fnsku.copied', { copied, existed }))}
      fields={[
        {
          kind: 'select',
          name: 'to',
          label: t('fnsku.to'),
          help: t('fnsku.copyHelp'),
          options: (warehouses.data ?? [])
            .filter((warehouse) => warehouse.id !== warehouseId)
            .map((warehouse) => ({ value: warehouse.id, label: warehouse.name })),
        },
      ]}
      onClose={onClose}
    />
  );
}
