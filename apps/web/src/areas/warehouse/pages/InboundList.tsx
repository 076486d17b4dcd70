import {
  CheckOutlined,
  InboxOutlined,
  PlusOutlined,
  PrinterOutlined,
  StopOutlined,
  UploadOutlined,
} from '@ant-design/icons';
import {
  arriveInbounds,
  cancelInbounds,
  closeInbounds,
  commitInboundImport,
  exportInbounds,
  INBOUND_KINDS,
  INBOUND_STATES,
  type InboundRow,
  importInbounds,
  inboundTabs,
  inboundTemplate,
  listInbounds,
  printInbounds,
} from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall, useRefresh } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { DateTime, Quantity } from '../../../components/figures.tsx';
import { ImportDialog } from '../../../components/import-dialog.tsx';
import { type BulkAction, type Column, ListPage, type Picked } from '../../../components/list-page.tsx';
import { showPdf } from '../../../components/show-pdf.ts';
import { INBOUND_CHANGED } from '../inbound/changed.ts';
import { InboundDrawer } from '../inbound/inbound-drawer.tsx';
import { InboundForm } from '../inbound/inbound-form.tsx';
import { InboundStateTag } from '../inbound/state.tsx';
import { useWarehouseOptions } from '../use-warehouses.ts';
import '../warehouse.css';

const LOOK_AGAIN_MS = 30_000;
const PRINT_MOST = 50;

export default function InboundList(): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useButtons();
  const [opened, setOpened] = useState<'add' | 'import'>();
  const warehouses = useWarehouseOptions();
  const tabs = useTabs();
  const actions = useBulk();
  return (
    <>
      <ListPage
        id="warehouse.inbound"
        call={listInbounds}
        columns={useColumns()}
        tabs={{ param: 'state', items: tabs }}
        filters={[
          { kind: 'text', name: 'text', label: t('inbound.search') },
          { kind: 'select', name: 'warehouseId', label: t('house.title'), options: warehouses },
          {
            kind: 'select',
            name: 'kind',
            label: t('inbound.kindTitle'),
            options: INBOUND_KINDS.map((kind) => ({ value: kind, label: t(`inbound.kind.${kind}`) })),
          },
          { kind: 'dates', name: ['from', 'to'], label: t('inbound.createdAt') },
        ]}
        bulk={actions}
        {...(may('export') ? { exports: { call: exportInbounds, toInput: (filter) => ({ filter }) } } : {})}
        actions={
          may('add') && (
            <>
              <Button icon={<UploadOutlined />} onClick={() => setOpened('import')}>
                {t('inbound.importVerb')}
              </Button>
              <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpened('add')}>
                {t('inbound.add')}
              </Button>
            </>
          )
        }
        empty={{ title: t('inbound.empty'), hint: t('inbound.emptyHint') }}
        detail={(id, tools) => <InboundDrawer id={id} tools={tools} />}
      />
      {opened === 'add' && <InboundForm onClose={() => setOpened(undefined)} />}
      {opened === 'import' && (
        <ImportDialog
          title={t('inbound.import')}
          template={inboundTemplate}
          preview={importInbounds}
          commit={commitInboundImport}
          refresh={INBOUND_CHANGED}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

function useTabs() {
  const { t } = useTranslation('warehouse');
  const tabs = useCall(inboundTabs, {}, { everyMs: LOOK_AGAIN_MS });
  return [
    ...INBOUND_STATES.map((state) => ({
      value: state,
      label: t(`inbound.state.${state}`),
      count: state === 'done' || state === 'cancelled' ? undefined : (tabs.data?.counts[state] ?? 0),
      urgent: state === 'arrived',
    })),
    {
      value: 'toPutAway',
      label: t('inbound.toPutAway'),
      count: tabs.data?.toPutAway,
      urgent: true,
      input: { toPutAway: 'true' },
    },
    { value: 'all', label: t('inbound.all'), input: {} },
  ];
}

function choiceOf(input: Picked<typeof listInbounds>['input']) {
  return 'ids' in input ? { ids: input.ids } : { filter: input.filter };
}

function useBulk(): BulkAction<typeof listInbounds>[] {
  const { t } = useTranslation('warehouse');
  const may = useButtons();
  const refresh = useRefresh();
  const unless = (states: readonly InboundRow['state'][], reason: string) => (rows: InboundRow[]) =>
    rows.length > 0 && rows.every((row) => !states.includes(row.state)) ? reason : undefined;
  const actions: BulkAction<typeof listInbounds>[] = [];
  if (may('receive'))
    actions.push({
      key: 'arrive',
      label: t('inbound.act.arrive'),
      icon: <InboxOutlined />,
      disabledReason: unless(['notice'], t('inbound.needs.arrive')),
      run: ({ input, idempotencyKey }) => callApi(arriveInbounds, { ...choiceOf(input), idempotencyKey }),
    });
  if (may('close'))
    actions.push({
      key: 'close',
      label: t('inbound.act.close'),
      icon: <CheckOutlined />,
      confirm: (count) => t('inbound.closeText', { count }),
      disabledReason: unless(['notice', 'arrived', 'receiving'], t('inbound.needs.close')),
      run: ({ input, idempotencyKey }) => callApi(closeInbounds, { ...choiceOf(input), idempotencyKey }),
    });
  if (may('print'))
    actions.push({
      key: 'print',
      label: t('inbound.act.print'),
      icon: <PrinterOutlined />,
      disabledReason: (rows) => (rows.length > PRINT_MOST ? t('inbound.tickMost') : undefined),
      run: async ({ input }) => {
        if ('ids' in input) await showPdf(printInbounds, { ids: input.ids.slice(0, PRINT_MOST) });
        return undefined;
      },
    });
  if (may('delete'))
    actions.push({
      key: 'cancel',
      label: t('inbound.act.cancel'),
      icon: <StopOutlined />,
      danger: true,
      confirm: (count) => t('inbound.cancelText', { count }),
      disabledReason: unless(['notice', 'arrived'], t('inbound.needs.cancel')),
      run: ({ input, idempotencyKey }) => callApi(cancelInbounds, { ...choiceOf(input), idempotencyKey }),
    });
  return actions.map((action) => ({
    ...action,
    run: async (picked) => {
      const result = await action.run(picked);
      refresh(inboundTabs);
      return result;
    },
  }));
}

function useColumns(): Column<InboundRow>[] {
  const { t } = useTranslation('warehouse');
  return useMemo(() => {
    const count = (key: 'unitsToPutAway' | 'unitsChecking' | 'cartonCount', title: string): Column<InboundRow> => ({
      key,
      title,
      width: 90,
      align: 'right',
      render: (row) => <Quantity value={row[key]} />,
    });
    return [
      {
        key: 'number',
        title: t('inbound.number'),
        width: 180,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => <span className="tw-figure">{row.number}</span>,
      },
      {
        key: 'state',
        title: t('inbound.stateTitle'),
        width: 140,
        card: 'state',
        render: (row) => <InboundStateTag state={row.state} />,
      },
      { key: 'kind', title: t('inbound.kindTitle'), width: 110, render: (row) => t(`inbound.kind.${row.kind}`) },
      { key: 'warehouse', title: t('house.title'), width: 140, render: (row) => row.warehouseName },
      { key: 'source', title: t('inbound.source'), width: 180, render: (row) => row.sourceNo },
      { key: 'reference', title: t('inbound.reference'), width: 150, render: (row) => row.reference },
      {
        key: 'tracking',
        title: t('inbound.tracking'),
        width: 190,
        render: (row) => [row.carrier, row.trackingNumber].filter(Boolean).join(' · '),
      },
      { key: 'expectedOn', title: t('inbound.expectedOn'), width: 110, render: (row) => row.expectedOn ?? '' },
      {
        key: 'progress',
        title: t('inbound.progress'),
        width: 110,
        align: 'right',
        render: (row) => (
          <span className="tw-figure">
            {row.unitsReceived} / {row.units}
          </span>
        ),
      },
      count('unitsToPutAway', t('inbound.toPutAway')),
      count('unitsChecking', t('inbound.checking')),
      { ...count('cartonCount', t('inbound.cartons')), card: 'hide' },
      {
        key: 'createdAt',
        title: t('inbound.createdAt'),
        width: 150,
        render: (row) => <DateTime at={row.createdAt} />,
      },
      { key: 'createdBy', title: t('inbound.createdBy'), width: 120, hidden: true, render: (row) => row.createdBy },
    ];
  }, [t]);
}
