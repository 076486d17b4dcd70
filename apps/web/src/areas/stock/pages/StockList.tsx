import { exportStock, listStock, type StockFigure, type StockRow, stockTabs } from '@tradewind/contract/stock.ts';
import { selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { DateTime, Money, Quantity } from '../../../components/figures.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { useUser } from '../../../shell/session.ts';
import { AdjustDrawer } from '../adjust-drawer.tsx';
import { ProductCell } from '../cells.tsx';
import { ExplainStock } from '../explain-stock.tsx';
import { ProductDrawer } from '../product-drawer.tsx';

type Opened =
  | { what: 'product'; row: StockRow }
  | { what: 'figure'; row: StockRow; figure: StockFigure }
  | { what: 'adjust'; row?: StockRow };
const LEVELS = ['none', 'low', 'reserved', 'incoming'] as const;

export default function StockList(): ReactNode {
  const { t } = useTranslation('stock');
  const may = useButtons();
  const [opened, setOpened] = useState<Opened>();
  const warehouses = useCall(selectWarehouse, {});
  const tabs = useCall(stockTabs, {});
  const columns = useColumns((row, figure) => setOpened({ what: 'figure', row, figure }));
  const close = () => setOpened(undefined);
  return (
    <>
      <ListPage
        id="warehouse.stock"
        call={listStock}
        columns={columns}
        tabs={{
          param: 'level',
          items: [
            { value: '', label: t('all') },
            ...LEVELS.map((level) => ({
              value: level,
              label: t(`level.${level}`),
              count: tabs.data?.[level],
              urgent: level === 'none',
            })),
          ],
        }}
        filters={[
          { kind: 'text', name: 'text', label: t('search') },
          {
            kind: 'multi',
            name: 'warehouseIds',
            label: t('warehouse'),
            options: (warehouses.data ?? []).map((w) => ({ value: w.id, label: w.name })),
          },
          {
            kind: 'select',
            name: 'category',
            label: t('category'),
            options: (tabs.data?.categories ?? []).map((c) => ({ value: c, label: c })),
          },
        ]}
        {...(may('export') ? { exports: { call: exportStock, toInput: (filter) => ({ filter }) } } : {})}
        actions={
          may('adjust') && (
            <Button type="primary" onClick={() => setOpened({ what: 'adjust' })}>
              {t('adjust.button')}
            </Button>
          )
        }
        onOpen={(row) => setOpened({ what: 'product', row })}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
      />
      {opened?.what === 'product' && (
        <ProductDrawer
          row={opened.row}
          onExplain={(figure) => setOpened({ what: 'figure', row: opened.row, figure })}
          onAdjust={() => setOpened({ what: 'adjust', row: opened.row })}
          onClose={close}
        />
      )}
      {opened?.what === 'figure' && <ExplainStock row={opened.row} figure={opened.figure} onClose={close} />}
      {opened?.what === 'adjust' && <AdjustDrawer row={opened.row} onClose={close} />}
    </>
  );
}

function useColumns(onExplain: (row: StockRow, figure: StockFigure) => void): Column<StockRow>[] {
  const { t } = useTranslation('stock');
  const user = useUser();
  const seesCost = user.mainAccount || user.permissions.includes('seeCost');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what opens a figure is the same act however often it is made
  return useMemo(() => {
    const figure = (name: StockFigure, sort: boolean): Column<StockRow> => ({
      key: name,
      title: t(`figure.${name}`),
      width: 96,
      align: 'right',
      sort,
      render: (row) => (
        <button
          type="button"
          className="tw-explain"
          title={t(`figureHint.${name}`)}
          onClick={(event) => {
            event.stopPropagation();
            onExplain(row, name);
          }}
        >
          <Quantity value={row[name]} />
        </button>
      ),
    });
    return [
      {
        key: 'sku',
        title: t('sku'),
        width: 260,
        frozen: true,
        always: true,
        sort: true,
        card: 'title',
        render: (row) => <ProductCell row={row} />,
      },
      { key: 'barcode', title: t('barcode'), width: 140, hidden: true, render: (row) => row.barcode ?? '' },
      { key: 'category', title: t('category'), width: 140, render: (row) => row.category },
      { key: 'warehouse', title: t('warehouse'), width: 160, render: (row) => row.warehouseName },
      figure('onHand', true),
      figure('reserved', false),
      figure('available', true),
      figure('incoming', false),
      ...(seesCost
        ? [
            {
              key: 'value',
              title: t('value'),
              width: 140,
              align: 'right' as const,
              render: (row: StockRow) => <Money amount={row.value} currency={user.baseCurrency} />,
            },
          ]
        : []),
      {
        key: 'updatedAt',
        title: t('updatedAt'),
        width: 150,
        card: 'hide',
        render: (row) => <DateTime at={row.updatedAt} />,
      },
    ];
  }, [t, seesCost, user.baseCurrency]);
}
