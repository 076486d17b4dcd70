import { rights } from '@tradewind/contract/access/modules.ts';
import { PURCHASE_STATE_WORDS } from '@tradewind/contract/procurement/words.ts';
import { type ProductPurchase, productPurchases } from '@tradewind/contract/procurement.ts';
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
import { productName } from '../../components/product-name.ts';
import { col } from '../../components/table/col.tsx';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';
import { currentLanguage } from '../../i18n.ts';
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

/** What was bought of a product, newest first, with what it cost. */
export function ProductPurchases({ productId }: { productId: number }): ReactNode {
  const { t } = useTranslation('catalog');
  const bought = useCall(productPurchases, { productId });
  const path = useModulePaths().get(rights.purchaseOrder.id);
  const word = currentLanguage() === 'zh' ? 0 : 1;
  const columns: Column<ProductPurchase>[] = [
    col.ownHeading(
      'number',
      t('elsewhere.purchaseOrder'),
      (row) =>
        path ? (
          <Link className="tw-figure" to={`${path}?open=${row.orderId}`}>
            {row.number}
          </Link>
        ) : (
          row.number
        ),
      { width: 160 },
    ),
    col.text('state', t('elsewhere.status'), {
      of: (row: ProductPurchase) => PURCHASE_STATE_WORDS[row.state][word],
      width: 90,
    }),
    col.text('supplier', t('elsewhere.supplier'), {
      of: (row: ProductPurchase) => productName({ nameZh: row.supplierNameZh, nameEn: row.supplierNameEn }),
      width: 170,
    }),
    col.qty('quantity', t('elsewhere.quantity'), { width: 80 }),
    col.qty('received', t('elsewhere.received'), { width: 80 }),
    col.money('unitPrice', t('elsewhere.price'), { currency: 'currency', width: 110 }),
    col.text('expectedOn', t('elsewhere.expectedOn'), { width: 110 }),
  ];
  return (
    <Part query={bought} more={null}>
      <LineTable
        label={t('elsewhere.purchases')}
        columns={columns}
        rows={bought.data?.rows ?? []}
        skeleton={bought.isPending ? 3 : 0}
        empty={<EmptyState title={t('elsewhere.noPurchases')} />}
      />
    </Part>
  );
}
