import { CheckOutlined, PrinterOutlined, UserOutlined } from '@ant-design/icons';
import {
  cancelWaves,
  listWaves,
  pickAll,
  printWave,
  WAVE_STATES,
  type WaveRow,
  waveTabs,
} from '@tradewind/contract/warehouse.ts';
import { Button, Progress } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { DateTime, Quantity } from '../../../components/figures.tsx';
import { type BulkAction, type Column, ListPage } from '../../../components/list-page.tsx';
import { showPdf } from '../../../components/show-pdf.ts';
import { WaveStateTag } from '../states.tsx';
import { useWarehouseOptions } from '../use-warehouses.ts';
import { useAskPicker } from '../wave/ask-picker.tsx';
import { RulesDrawer } from '../wave/rules-drawer.tsx';
import { Walk } from '../wave/walk.tsx';
import { WaveDrawer } from '../wave/wave-drawer.tsx';
import '../warehouse.css';

const LOOK_AGAIN_MS = 30_000;

export default function PickingList(): ReactNode {
  const { t } = useTranslation('warehouse');
  const tabs = useCall(waveTabs, {}, { everyMs: LOOK_AGAIN_MS });
  const warehouses = useWarehouseOptions();
  const { actions, dialog } = useBulk();
  const [rules, setRules] = useState(false);
  return (
    <>
      <ListPage
        id="warehouse.picking"
        call={listWaves}
        columns={useColumns()}
        everyMs={LOOK_AGAIN_MS}
        tabs={{
          param: 'state',
          items: [
            { value: '', label: t('wave.all') },
            ...WAVE_STATES.map((state) => ({
              value: state,
              label: t(`wave.state.${state}`),
              count: state === 'done' || state === 'cancelled' ? undefined : (tabs.data?.counts[state] ?? 0),
              urgent: state === 'open',
            })),
          ],
        }}
        filters={[
          { kind: 'text', name: 'text', label: t('wave.search') },
          { kind: 'select', name: 'warehouseId', label: t('house.title'), options: warehouses },
          { kind: 'dates', name: ['from', 'to'], label: t('wave.createdAt') },
        ]}
        bulk={actions}
        actions={<Button onClick={() => setRules(true)}>{t('rules.title')}</Button>}
        empty={{ title: t('wave.empty'), hint: t('wave.emptyHint') }}
        detail={(id, tools) => <WaveDrawer id={id} tools={tools} />}
      />
      {dialog}
      {rules && <RulesDrawer onClose={() => setRules(false)} />}
    </>
  );
}

/** Only ticked waves: each of these acts is about waves a person has looked at. */
function useBulk(): { actions: BulkAction<typeof listWaves>[]; dialog: ReactNode } {
  const { t } = useTranslation('warehouse');
  const may = useButtons();
  const [askPicker, dialog] = useAskPicker();
  const actions: BulkAction<typeof listWaves>[] = [];
  const add = (
    key: string,
    extra: Partial<BulkAction<typeof listWaves>>,
    run: (ids: number[], idempotencyKey: string) => ReturnType<BulkAction<typeof listWaves>['run']>,
  ) =>
    actions.push({
      key,
      label: t(`wave.act.${key}`),
      ...extra,
      run: ({ input, idempotencyKey }) =>
        'ids' in input ? run(input.ids, idempotencyKey) : Promise.reject(new Error(t('wave.tickThem'))),
    });
  if (may('assign')) add('assign', { icon: <UserOutlined /> }, askPicker);
  if (may('print'))
    add('print', { icon: <PrinterOutlined /> }, async (ids) => {
      await showPdf(printWave, { ids: ids.slice(0, 50) });
      return undefined;
    });
  if (may('finish'))
    add(
      'finish',
      { icon: <CheckOutlined />, confirm: (count) => t('wave.finishText', { count }) },
      (ids, idempotencyKey) => callApi(pickAll, { waveIds: ids, idempotencyKey }),
    );
  if (may('create'))
    add(
      'dissolve',
      {
        danger: true,
        disabledReason: (rows) => (rows.some((row) => row.state !== 'open') ? t('wave.begun') : undefined),
      },
      (ids, idempotencyKey) => callApi(cancelWaves, { ids, idempotencyKey }),
    );
  return { actions, dialog };
}

function useColumns(): Column<WaveRow>[] {
  const { t } = useTranslation('warehouse');
  return useMemo(
    () => [
      {
        key: 'number',
        title: t('wave.number'),
        width: 190,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => <span className="tw-figure">{row.number}</span>,
      },
      {
        key: 'state',
        title: t('wave.stateTitle'),
        width: 110,
        card: 'state',
        render: (row) => <WaveStateTag state={row.state} />,
      },
      { key: 'warehouse', title: t('house.title'), width: 150, render: (row) => row.warehouseName },
      {
        key: 'orders',
        title: t('wave.orders'),
        width: 80,
        align: 'right',
        render: (row) => <Quantity value={row.orders} />,
      },
      {
        key: 'units',
        title: t('wave.units'),
        width: 80,
        align: 'right',
        render: (row) => <Quantity value={row.units} />,
      },
      { key: 'progress', title: t('wave.progress'), width: 160, render: (row) => <Done row={row} /> },
      { key: 'method', title: t('rules.method'), width: 150, render: (row) => t(`rules.methods.${row.method}`) },
      { key: 'walk', title: t('rules.walk'), width: 90, align: 'right', render: (row) => <Walk mm={row.walkMm} /> },
      { key: 'picker', title: t('wave.picker'), width: 130, render: (row) => row.assigneeName ?? '' },
      { key: 'createdBy', title: t('wave.createdBy'), width: 130, render: (row) => row.createdBy },
      { key: 'createdAt', title: t('wave.createdAt'), width: 150, render: (row) => <DateTime at={row.createdAt} /> },
      {
        key: 'pickedAt',
        title: t('wave.pickedAt'),
        width: 150,
        card: 'hide',
        render: (row) => <DateTime at={row.pickedAt} />,
      },
    ],
    [t],
  );
}

function Done({ row }: { row: WaveRow }): ReactNode {
  const { t } = useTranslation('warehouse');
  const wanted = row.orders - row.dropped;
  const done = wanted === 0 ? 0 : Math.max(0, wanted - row.toPick);
  const said = t('wave.pickedOf', { done, total: wanted });
  const percent = wanted === 0 ? 0 : Math.round((done / wanted) * 100);
  return (
    <span className="tw-progress" title={said}>
      <Progress percent={percent} size="small" showInfo={false} aria-label={said} />
      <span className="tw-figure">
        {done} / {wanted}
      </span>
    </span>
  );
}
