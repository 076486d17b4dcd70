import { rights } from '@tradewind/contract/access/modules.ts';
import { type CostLayerRow, explainValue } from '@tradewind/contract/stock.ts';
import { productStock, type StockWarehouse } from '@tradewind/contract/stock-views.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Money } from '../../components/figures.tsx';
import { useModulePaths } from '../../components/module-paths.ts';
import { PageError } from '../../components/page-error.tsx';
import { col } from '../../components/table/col.tsx';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';
import { useUser } from '../../shell/session.ts';

/** What the other pages know of a product is read when its tab is opened. */
function Part({
  query,
  more,
  children,
}: {
  query: { error: unknown; refetch: () => unknown };
  more: ReactNode;
  children: ReactNode;
}): ReactNode {
  if (query.error) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      {children}
      <div className="tw-part-more">{more}</div>
    </>
  );
}

/** A link to a page of the menu, for whoever may open it. */
function More({ module, query, label }: { module: number; query: string; label: string }): ReactNode {
  const path = useModulePaths().get(module);
  return path && <Link to={`${path}?${query}`}>{label}</Link>;
}

/** The stock of a product in each warehouse. */
export function ProductStock({ productId, sku }: { productId: number; sku: string }): ReactNode {
  const { t } = useTranslation('catalog');
  const { baseCurrency } = useUser();
  const stock = useCall(productStock, { productId });
  const rows = stock.data ?? [];
  const columns: Column<StockWarehouse>[] = [
    col.text('warehouse', t('elsewhere.warehouse'), { of: 'warehouseName', width: 150, card: 'title' }),
    col.qty('onHand', t('elsewhere.onHand'), { width: 90 }),
    col.qty('reserved', t('elsewhere.allocated'), { width: 90 }),
    col.qty('available', t('elsewhere.available'), { width: 90 }),
    col.qty('incoming', t('elsewhere.expected'), { width: 90 }),
    ...(rows.some((row) => row.value !== null)
      ? [col.money<StockWarehouse>('value', t('elsewhere.value'), { currency: () => baseCurrency, width: 120 })]
      : []),
  ];
  return (
    <Part
      query={stock}
      more={
        <>
          <More module={rights.stock.id} query={`text=${encodeURIComponent(sku)}`} label={t('elsewhere.toStock')} />
          <More
            module={rights.stockRecord.id}
            query={`text=${encodeURIComponent(sku)}`}
            label={t('elsewhere.toMovements')}
          />
        </>
      }
    >
      <LineTable
        label={t('elsewhere.stock')}
        columns={columns}
        rows={rows}
        keyOf={(row) => row.warehouseId}
        skeleton={stock.isPending ? 2 : 0}
        empty={<EmptyState title={t('elsewhere.noStock')} />}
      />
    </Part>
  );
}

/** What the stock of a product cost: its cost layers that still have units, newest first. */
export function ProductCosts({ productId }: { productId: number }): ReactNode {
  const { t } = useTranslation('catalog');
  const { baseCurrency } = useUser();
  const value = useCall(explainValue, { productId });
  const columns: Column<CostLayerRow>[] = [
    col.time('receivedAt', t('elsewhere.receivedAt'), { width: 140 }),
    col.text('document', t('elsewhere.document'), { of: (row) => row.docNumber ?? '–', width: 150, card: 'title' }),
    col.text('warehouse', t('elsewhere.warehouse'), { of: 'warehouseName', width: 120 }),
    col.qty('remaining', t('elsewhere.remaining'), { width: 90 }),
    col.money('unitCost', t('elsewhere.unitCost'), { currency: () => baseCurrency, width: 120 }),
    col.money('amount', t('elsewhere.amount'), { currency: () => baseCurrency, width: 120, card: 'state' }),
  ];
  return (
    <Part
      query={value}
      more={
        value.data && (
          <>
            {t('elsewhere.total')} <Money amount={value.data.value} currency={baseCurrency} />
          </>
        )
      }
    >
      <LineTable
        label={t('elsewhere.costs')}
        columns={columns}
        rows={value.data?.layers ?? []}
        skeleton={value.isPending ? 3 : 0}
        empty={<EmptyState title={t('elsewhere.noCosts')} />}
      />
    </Part>
  );
}
