import { rights } from '@tradewind/contract/access/modules.ts';
import { type BatchRow, batchTabs, exportBatches, listBatches } from '@tradewind/contract/stock-batches.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { LeadButton } from '../../../components/lead-button.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { BatchDrawer } from '../batch-drawer.tsx';
import { batchStanding, SOON_DAYS } from '../batches.ts';
import { FigureButton, FigureIfAny } from '../cells.tsx';
import type { Explained } from '../explained.ts';
import { useChosenWarehouses, useWarehouseFilter } from './stock-filters.ts';
import type { StockDoors } from './view.ts';

/** One row per batch, earliest expiry first. */
export function BatchView({ doors }: { doors: StockDoors }): ReactNode {
  const { t } = useTranslation('stock');
  const may = useMay();
  const warehouses = useChosenWarehouses();
  const tabs = useCall(batchTabs, { expiresWithin: SOON_DAYS });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what opens a figure is the same act however often it is made
  const columns = useMemo((): Column<BatchRow>[] => {
    const of = ({ productId, sku, id, code }: BatchRow): Explained => ({
      productId,
      sku,
      where: [code, warehouses.names].filter(Boolean).join(' · '),
      batchId: id,
      ...warehouses.filter,
    });
    const figure = (condition: 'good' | 'held', title: string): Column<BatchRow> => ({
      key: condition,
      title,
      width: 90,
      align: 'right',
      render: (row) => (
        <FigureButton value={row[condition]} onClick={() => doors.explain({ ...of(row), condition }, 'onHand')} />
      ),
    });
    return [
      col.heading('code', t('batch'), { width: 160 }),
      col.product('sku', t('sku'), { width: 240 }),
      {
        key: 'state',
        title: t('movement.condition'),
        width: 110,
        card: 'state',
        render: (row) => {
          const { state, tone } = batchStanding(row);
          return <StatusTag tone={tone}>{t(`batchState.${state}`)}</StatusTag>;
        },
      },
      col.text('produced', t('producedOn'), { of: 'producedOn', width: 110 }),
      col.text('expires', t('expiresOn'), { of: 'expiresOn', width: 110 }),
      figure('good', t('condition.good')),
      {
        key: 'promised',
        title: t('promised'),
        width: 100,
        align: 'right',
        render: (row) => <FigureIfAny value={row.promised} onClick={() => doors.explain(of(row), 'promised')} />,
      },
      figure('held', t('aside.held')),
      col.text('remark', t('adjust.remark'), { width: 180, card: 'hide' }),
    ];
  }, [t, warehouses.key, warehouses.names]);
  return (
    <ListPage
      id="warehouse.stock.batch"
      call={listBatches}
      columns={columns}
      tabs={{
        param: 'batches',
        items: [
          { value: '', label: t('batchTab.all'), input: { inStock: 'true' } },
          {
            value: 'expiring',
            label: t('batchTab.expiring'),
            count: tabs.data?.expiring,
            input: { inStock: 'true', expiresWithin: SOON_DAYS },
          },
          {
            value: 'expired',
            label: t('batchTab.expired'),
            count: tabs.data?.expired,
            urgent: true,
            input: { inStock: 'true', expiresWithin: 0 },
          },
          {
            value: 'recalled',
            label: t('batchTab.recalled'),
            count: tabs.data?.recalled,
            input: { state: 'recalled' },
          },
        ],
      }}
      filters={[{ kind: 'text', name: 'text', label: t('batchText') }, useWarehouseFilter()]}
      exports={may(exportBatches) && { call: exportBatches }}
      detail={(id, tools) => <BatchDrawer id={id} tools={tools} onExplain={doors.explain} />}
      empty={{
        title: t('batchEmpty'),
        hint: t('batchEmptyHint'),
        action: <LeadButton to={rights.inbound} label={t('toInbound')} />,
      }}
    />
  );
}
