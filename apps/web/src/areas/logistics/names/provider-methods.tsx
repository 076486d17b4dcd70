import { SyncOutlined } from '@ant-design/icons';
import { getSupplychainExpress, refreshWarehouseLogistics } from '@tradewind/contract/wms.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useAct } from '../../../api/hooks.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { type Column, ListPage, type RowOf } from '../../../components/list-page.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';

type Row = RowOf<typeof getSupplychainExpress>;

/** What providers ship by from third-party warehouses. */
export function ProviderMethods(): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const warehouses = useWarehouseOptions();
  const [params] = useSearchParams();
  const warehouseId = Number(params.get('houseId')) || undefined;
  const refresh = useAct(refreshWarehouseLogistics, {
    refresh: [getSupplychainExpress],
    success: t('express.refreshing'),
  });
  return (
    <ListPage
      id="logistics.methods"
      call={getSupplychainExpress}
      columns={useColumns()}
      filters={[
        { kind: 'text', name: 'text', label: t('express.searchMethod') },
        { kind: 'select', name: 'houseId', label: t('express.warehouse'), options: warehouses },
        {
          ...{ kind: 'select', name: 'gone', label: t('state') },
          options: [
            { value: 'false', label: t('express.offered') },
            { value: 'true', label: t('express.gone') },
          ],
        },
      ]}
      actions={
        may(refreshWarehouseLogistics) && (
          <ActionButton
            icon={<SyncOutlined />}
            loading={refresh.isPending}
            reason={warehouseId ? undefined : t('express.refreshFirst')}
            onClick={() => warehouseId && refresh.mutate({ houseId: warehouseId })}
          >
            {t('express.refresh')}
          </ActionButton>
        )
      }
      empty={{ title: t('express.noMethods'), hint: t('express.noMethodsHint') }}
    />
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation('logistics');
  return useMemo<Column<Row>[]>(
    () => [
      col.heading('name', t('express.method'), { of: (row: Row) => `${row.code} · ${row.name}`, width: 240 }),
      col.text('warehouseName', t('express.warehouse'), { width: 180 }),
      col.text('carrier', t('carrier'), { width: 110 }),
      col.own(
        'countries',
        t('express.countries'),
        (row) => row.countries.join(', ') || <span className="tw-muted">{t('express.everywhere')}</span>,
        { width: 150 },
      ),
      col.status('gone', t('state'), (row) => (
        <StatusTag tone={row.gone ? 'muted' : 'good'}>{t(row.gone ? 'express.gone' : 'express.offered')}</StatusTag>
      )),
      col.own(
        'channels',
        t('express.usedBy'),
        (row) => row.channels.map((name) => (name === '*' ? t('express.others') : name)).join(', '),
        { width: 220 },
      ),
      col.time('readAt', t('express.readAt')),
    ],
    [t],
  );
}
