import { PlusOutlined, PrinterOutlined, UploadOutlined } from '@ant-design/icons';
import {
  delCreditFrame,
  type FrameRow,
  getCreditFrame,
  LOCATION_KINDS,
  printFrames,
} from '@tradewind/contract/warehouse.ts';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useButtons } from '../../../components/can.tsx';
import { Quantity } from '../../../components/figures.tsx';
import { type BulkAction, type Column, ListPage } from '../../../components/list-page.tsx';
import { showPdf } from '../../../components/show-pdf.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { LocationDrawer } from './location-drawer.tsx';

export type Opened = { what: 'form'; row?: FrameRow } | { what: 'generate' } | { what: 'import' };
interface ListPanelProps {
  houseId: number;
  houses: readonly { id: number; name: string }[];
  onOpen: (what: Opened) => void;
}

/** Each warehouse is a tab: locations are those of one warehouse. */
export function ListPanel({ houseId, houses, onOpen }: ListPanelProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useButtons();
  const areas = useCall(getCreditFrame, { houseId, size: 1 });
  const columns = useColumns();
  return (
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
      actions={<Actions houseId={houseId} onOpen={onOpen} />}
      empty={{
        title: t('location.empty'),
        hint: t('location.emptyHint'),
        action: may('add') && <Button onClick={() => onOpen({ what: 'generate' })}>{t('location.generate')}</Button>,
      }}
      detail={(id, tools) => <LocationDrawer id={id} tools={tools} onEdit={(row) => onOpen({ what: 'form', row })} />}
    />
  );
}

function Actions({ houseId, onOpen }: { houseId: number; onOpen: (what: Opened) => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useButtons();
  const print = (layout: string) => void showPdf(printFrames, { houseId, layout }).catch(toast.error);
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
      run: ({ input }) => callApi(delCreditFrame, input),
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
      { key: 'area', title: t('location.area'), width: 80, card: 'hide', render: (row) => row.area },
      { key: 'shelf', title: t('location.shelf'), width: 80, card: 'hide', render: (row) => row.shelf },
      { key: 'row', title: t('location.row'), width: 80, card: 'hide', render: (row) => row.row },
      { key: 'column', title: t('location.column'), width: 80, card: 'hide', render: (row) => row.column },
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
      {
        key: 'capacity',
        title: t('location.capacity'),
        width: 100,
        align: 'right',
        render: (row) => (row.capacity === null ? '' : <Quantity value={row.capacity} />),
      },
    ],
    [t],
  );
}
