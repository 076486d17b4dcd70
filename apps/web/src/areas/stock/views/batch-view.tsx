import { type BatchRow, batchTabs, exportBatches, listBatches } from '@tradewind/contract/stock-batches.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { BatchDrawer } from '../batch-drawer.tsx';
import { batchStanding, SOON_DAYS } from '../batches.ts';
import { FigureButton, FigureIfAny, ProductCell } from '../cells.tsx';
import type { Explained } from '../explain-stock.tsx';
import { useChosenHouses, useHouseFilter } from './product-view.tsx';
import type { StockDoors } from './view.ts';

/** A row is a making of a product; what runs out first stands first. */
export function BatchView({ doors }: { doors: StockDoors }): ReactNode {
  const { t } = useTranslation('stock');
  const may = useButtons();
  const houses = useChosenHouses();
  const tabs = useCall(batchTabs, { expiresWithin: SOON_DAYS });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what opens a figure is the same act however often it is made
  const columns = useMemo((): Column<BatchRow>[] => {
    const of = ({ productId, sku, id, code }: BatchRow): Explained => ({
      productId,
      sku,
      where: [code, houses.names].filter(Boolean).join(' · '),
      batchId: id,
      ...houses.filter,
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
      {
        key: 'code',
        title: t('batch'),
        width: 160,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => row.code,
      },
      { key: 'sku', title: t('sku'), width: 240, render: (row) => <ProductCell row={row} /> },
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
      { key: 'produced', title: t('producedOn'), width: 110, render: (row) => row.producedOn ?? '' },
      { key: 'expires', title: t('expiresOn'), width: 110, render: (row) => row.expiresOn ?? '' },
      figure('good', t('condition.good')),
      {
        key: 'promised',
        title: t('promised'),
        width: 100,
        align: 'right',
        render: (row) => <FigureIfAny value={row.promised} onClick={() => doors.explain(of(row), 'promised')} />,
      },
      figure('held', t('aside.held')),
      { key: 'remark', title: t('adjust.remark'), width: 180, card: 'hide', render: (row) => row.remark },
    ];
  }, [t, houses.key, houses.names]);
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
      filters={[{ kind: 'text', name: 'text', label: t('batchText') }, useHouseFilter()]}
      {...(may('export') ? { exports: { call: exportBatches, toInput: (filter) => ({ filter }) } } : {})}
      detail={(id, tools) => <BatchDrawer id={id} tools={tools} onExplain={doors.explain} />}
      empty={{ title: t('batchEmpty'), hint: t('batchEmptyHint') }}
    />
  );
}
