import { PlusOutlined, PrinterOutlined, UploadOutlined } from '@ant-design/icons';
import {
  commitCreditFrameImport,
  delCreditFrame,
  downloadTemplate,
  type FrameRow,
  getCreditFrame,
  importCreditFrame,
  LOCATION_KINDS,
  printFrames,
  selectWarehouse,
} from '@tradewind/contract/warehouse.ts';
import { Button, Dropdown, Skeleton } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callApi } from '../../../api/client.ts';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Quantity } from '../../../components/figures.tsx';
import { ImportDialog } from '../../../components/import-dialog.tsx';
import { type BulkAction, type Column, ListPage } from '../../../components/list-page.tsx';
import { showPdf } from '../../../components/show-pdf.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { GenerateForm } from '../location/generate-form.tsx';
import { LocationDrawer } from '../location/location-drawer.tsx';
import { LocationForm } from '../location/location-form.tsx';

type Opened = { what: 'form'; row?: FrameRow } | { what: 'generate' } | { what: 'import' };

/** Each warehouse is a tab: locations are those of one warehouse. */
export default function LocationList(): ReactNode {
  const { t } = useTranslation('warehouse');
  const warehouses = useCall(selectWarehouse, {});
  const [params] = useSearchParams();
  if (!warehouses.data) return <Skeleton active />;
  const [first] = warehouses.data;
  if (!first) return <EmptyState title={t('location.noHouse')} />;
  const houseId = Number(params.get('houseId')) || first.id;
  return <Locations houseId={houseId} houses={warehouses.data} />;
}

function Locations(props: { houseId: number; houses: readonly { id: number; name: string }[] }): ReactNode {
  const { houseId, houses } = props;
  const { t } = useTranslation('warehouse');
  const may = useButtons();
  const [opened, setOpened] = useState<Opened>();
  const areas = useCall(getCreditFrame, { houseId, size: 1 });
  const columns = useColumns();
  const close = () => setOpened(undefined);
  return (
    <>
      <ListPage
        id="warehouse.location"
        call={getCreditFrame}
        columns={columns}
        fixed={{ houseId }}
        tabs={{ param: 'houseId', items: houses.map((house) => ({ value: String(house.id), label: house.name })) }}
        filters={[
          { kind: 'text', name: 'text', label: t('location.search') },
          {
            kind: 'select',
            name: 'kind',
            label: t('location.kindTitle'),
            options: LOCATION_KINDS.map((kind) => ({ value: kind, label: t(`location.kind.${kind}`) })),
          },
          {
            kind: 'select',
            name: 'area',
            label: t('location.area'),
            more: true,
            options: (areas.data?.areas ?? []).map((area) => ({ value: area, label: area })),
          },
          {
            kind: 'select',
            name: 'enabled',
            label: t('location.enabled'),
            more: true,
            options: [
              { value: 'true', label: t('location.yes') },
              { value: 'false', label: t('location.no') },
            ],
          },
        ]}
        bulk={useBulk(houseId)}
        actions={<Actions houseId={houseId} onOpen={setOpened} />}
        empty={{
          title: t('location.empty'),
          hint: t('location.emptyHint'),
          action: may('add') && (
            <Button onClick={() => setOpened({ what: 'generate' })}>{t('location.generate')}</Button>
          ),
        }}
        detail={(id, tools) => (
          <LocationDrawer id={id} tools={tools} onEdit={(row) => setOpened({ what: 'form', row })} />
        )}
      />
      {opened?.what === 'form' && <LocationForm houseId={houseId} row={opened.row} onClose={close} />}
      {opened?.what === 'generate' && <GenerateForm houseId={houseId} onClose={close} />}
      {opened?.what === 'import' && (
        <ImportDialog
          title={t('location.import')}
          template={downloadTemplate}
          preview={importCreditFrame}
          commit={commitCreditFrameImport}
          refresh={[getCreditFrame]}
          onClose={close}
        />
      )}
    </>
  );
}

function Actions({ houseId, onOpen }: { houseId: number; onOpen: (what: Opened) => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useButtons();
  const print = (layout: string) => void showPdf(printFrames, { houseId, layout });
  return (
    <>
      {may('print') && (
        <Dropdown
          menu={{
            items: ['sheet', 'roll'].map((layout) => ({ key: layout, label: t(`location.layout.${layout}`) })),
            onClick: ({ key }) => print(key),
          }}
        >
          <Button icon={<PrinterOutlined />}>{t('location.print')}</Button>
        </Dropdown>
      )}
      {may('import') && (
        <Button icon={<UploadOutlined />} onClick={() => onOpen({ what: 'import' })}>
          {t('action.import')}
        </Button>
      )}
      {may('add') && <Button onClick={() => onOpen({ what: 'generate' })}>{t('location.generate')}</Button>}
      {may('add') && (
        <Button type="primary" icon={<PlusOutlined />} onClick={() => onOpen({ what: 'form' })}>
          {t('location.add')}
        </Button>
      )}
    </>
  );
}

function useBulk(houseId: number): BulkAction<typeof getCreditFrame>[] {
  const { t } = useTranslation('warehouse');
  const may = useButtons();
  const actions: BulkAction<typeof getCreditFrame>[] = [];
  if (may('print'))
    actions.push({
      key: 'print',
      label: t('location.print'),
      icon: <PrinterOutlined />,
      run: async ({ input }) => {
        await showPdf(printFrames, 'ids' in input ? { houseId, ids: input.ids } : { ...input.filter });
        return undefined;
      },
    });
  if (may('delete'))
    actions.push({
      key: 'delete',
      label: t('action.delete'),
      danger: true,
      confirm: (count) => t('location.deleteText', { count }),
      run: ({ input }) => ('ids' in input ? callApi(delCreditFrame, { ids: input.ids }) : Promise.resolve(undefined)),
    });
  return actions;
}

function useColumns(): Column<FrameRow>[] {
  const { t } = useTranslation('warehouse');
  return useMemo(
    () => [
      {
        key: 'code',
        title: t('location.code'),
        width: 160,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => <span className="tw-figure">{row.code}</span>,
      },
      { key: 'kind', title: t('location.kindTitle'), width: 100, render: (row) => t(`location.kind.${row.kind}`) },
      {
        key: 'enabled',
        title: t('location.enabled'),
        width: 90,
        card: 'state',
        render: (row) => (
          <StatusTag tone={row.enabled ? 'good' : 'muted'}>
            {t(row.enabled ? 'house.enabled' : 'house.disabled')}
          </StatusTag>
        ),
      },
      { key: 'area', title: t('location.area'), width: 80, render: (row) => row.area },
      { key: 'shelf', title: t('location.shelf'), width: 80, render: (row) => row.shelf },
      { key: 'row', title: t('location.row'), width: 80, render: (row) => row.row },
      { key: 'column', title: t('location.column'), width: 80, render: (row) => row.column },
      { key: 'tray', title: t('location.tray'), width: 80, render: (row) => (row.tray ? t('location.yes') : '') },
      { key: 'pathOrder', title: t('location.path'), width: 100, align: 'right', render: (row) => row.pathOrder },
      {
        key: 'products',
        title: t('location.products'),
        width: 100,
        align: 'right',
        render: (row) => <Quantity value={row.products} />,
      },
      {
        key: 'units',
        title: t('location.units'),
        width: 100,
        align: 'right',
        render: (row) => <Quantity value={row.units} />,
      },
    ],
    [t],
  );
}
