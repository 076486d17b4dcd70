import { rights } from '@tradewind/contract/access/modules.ts';
import {
  commitPurchaseImport,
  deletePurchases,
  exportPurchases,
  listPurchases,
  PURCHASE_STATES,
  type PurchaseRow,
  purchaseTabs,
} from '@tradewind/contract/procurement.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { bulkRun, type Column, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { productName } from '../../../components/product-name.ts';
import { useSeesCosts } from '../../../components/sees-costs.ts';
import { col } from '../../../components/table/col.tsx';
import { Views } from '../../../components/views.tsx';
import { ImportButton } from '../import-button.tsx';
import { CHANGED } from '../purchase/changed.ts';
import { DuePanel } from '../purchase/due-panel.tsx';
import { PurchaseDrawer } from '../purchase/purchase-drawer.tsx';
import { PurchaseForm } from '../purchase/purchase-form.tsx';
import { PurchaseTag } from '../purchase/states.tsx';
import { ReturnPanel } from '../return/return-panel.tsx';

const PANELS = { orders: Orders, dues: DuePanel, returns: ReturnPanel };
type View = keyof typeof PANELS;

/** Purchase orders, what is left to pay of them, and what goes back to their suppliers. */
export default function PurchaseList(): ReactNode {
  const { t } = useTranslation('procurement');
  const [params, setParams] = useSearchParams();
  const costs = useSeesCosts();
  const views: View[] = costs ? ['orders', 'dues', 'returns'] : ['orders', 'returns'];
  const view = views.find((one) => one === params.get('view')) ?? 'orders';
  const Panel = PANELS[view];
  return (
    <>
      <Views
        label={t('purchaseView.label')}
        value={view}
        options={views.map((value) => ({ value, label: t(`purchaseView.${value}`) }))}
        onChange={(next) => setParams(next === 'orders' ? {} : { view: next })}
      />
      <Panel />
    </>
  );
}

function Orders(): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const counts = useCall(purchaseTabs, {}).data?.counts;
  return (
    <ListPage
      id="purchase.order"
      call={listPurchases}
      columns={useColumns()}
      tabs={tabsOf('state', PURCHASE_STATES, (state) => t(`purchase.state.${state}`), {
        all: t('line.all'),
        counts,
        uncounted: ['closed', 'cancelled'],
        urgent: ['approved'],
        more: [
          {
            value: 'answered',
            label: t('supplierPage.answered'),
            input: { answered: 'true' },
            count: counts?.answered,
            urgent: true,
          },
          { value: 'late', label: t('purchase.late'), input: { late: 'true' }, count: counts?.late, urgent: true },
        ],
      })}
      filters={[
        { kind: 'text', name: 'text', label: t('purchase.search') },
        { kind: 'select', name: 'warehouseId', label: t('line.warehouse'), options: useWarehouseOptions() },
        { kind: 'dates', name: ['from', 'to'], label: t('line.createdAt') },
      ]}
      bulk={[
        {
          key: 'delete',
          label: t('action.delete'),
          danger: true,
          may: may(deletePurchases),
          fits: (row) => row.state === 'draft',
          confirm: (count) => t('purchase.deleteMany', { count }),
          refresh: CHANGED,
          run: bulkRun(deletePurchases),
        },
      ]}
      actions={may(commitPurchaseImport) && <ImportButton of="purchase" />}
      exports={may(exportPurchases) && { call: exportPurchases }}
      primary={
        may(rights.purchaseOrder.add) && {
          label: t('purchase.add'),
          form: (close) => <PurchaseForm onClose={close} />,
        }
      }
      empty={{ title: t('purchase.none'), hint: t('purchase.noneHint') }}
      detail={(id, tools) => <PurchaseDrawer id={id} tools={tools} />}
    />
  );
}

function useColumns(): Column<PurchaseRow>[] {
  const { t } = useTranslation('procurement');
  return useMemo<Column<PurchaseRow>[]>(
    () => [
      col.heading('number', t('purchase.number'), { width: 190 }),
      col.status('state', t('line.status'), (row) => <PurchaseTag state={row.state} />, { width: 100 }),
      col.text('supplier', t('line.supplier'), {
        of: (row: PurchaseRow) => productName({ nameZh: row.supplierNameZh, nameEn: row.supplierNameEn }),
        width: 220,
      }),
      col.text('warehouse', t('line.warehouse'), { of: 'warehouseName', width: 150 }),
      col.money('amount', t('purchase.amount'), { currency: 'currency', width: 140 }),
      col.qty('units', t('purchase.units')),
      col.qty('received', t('line.received')),
      col.text('expectedOn', t('purchase.expectedOn'), { width: 120 }),
      col.text('reference', t('purchase.reference'), { width: 150, card: 'hide' }),
      col.text('buyer', t('purchase.buyer'), { width: 120 }),
      col.time('createdAt', t('line.createdAt'), { card: 'hide' }),
    ],
    [t],
  );
}
