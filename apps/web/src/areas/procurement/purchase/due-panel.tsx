import { termsIn } from '@tradewind/contract/procurement/words.ts';
import {
  DUE_WINDOWS,
  exportPurchaseDues,
  listPurchaseDues,
  type PurchaseDue,
  purchaseDueTabs,
  requestDuePayments,
} from '@tradewind/contract/procurement.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { currencyName } from '../../../components/currencies.ts';
import { bulkRun, type Column, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { productName } from '../../../components/product-name.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { useNarrow } from '../../../components/use-narrow.ts';
import { currentLanguage } from '../../../i18n.ts';
import { DUE_CHANGED } from './due-changed.ts';
import { DueTotals, useDueFoot } from './due-totals.tsx';
import { PurchaseDrawer } from './purchase-drawer.tsx';

/** What is left to pay of placed orders, the earliest day first. */
export function DuePanel(): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const narrow = useNarrow();
  const known = useCall(purchaseDueTabs, {}).data;
  const foot = useDueFoot();
  const [orderId, setOrderId] = useState<number>();
  return (
    <>
      <ListPage
        id="purchase.due"
        call={listPurchaseDues}
        columns={useColumns()}
        tabs={tabsOf('due', DUE_WINDOWS, (window) => t(`due.windows.${window}`), {
          all: t('line.all'),
          counts: known?.counts,
          urgent: ['overdue'],
        })}
        filters={[
          { kind: 'text', name: 'text', label: t('due.search') },
          {
            kind: 'select',
            name: 'supplierId',
            label: t('line.supplier'),
            options: (known?.suppliers ?? []).map((one) => ({ value: one.id, label: productName(one) })),
          },
          {
            kind: 'select',
            name: 'currency',
            label: t('due.currency'),
            options: (known?.currencies ?? []).map((code) => ({ value: code, label: `${code} ${currencyName(code)}` })),
          },
        ]}
        bulk={[
          {
            key: 'request',
            label: t('due.request'),
            may: may(requestDuePayments),
            fits: (row) => Number(row.unrequested) > 0,
            needs: t('due.allRequested'),
            disabledReason: (rows) =>
              new Set(rows.map((row) => row.supplierId)).size > 1 ? t('due.oneSupplier') : undefined,
            confirm: (count) => t('due.requestMany', { count }),
            refresh: DUE_CHANGED,
            run: bulkRun(requestDuePayments),
          },
        ]}
        exports={may(exportPurchaseDues) && { call: exportPurchaseDues }}
        summary={narrow && <DueTotals />}
        foot={() => foot}
        empty={{ title: t('due.none'), hint: t('due.noneHint') }}
        onOpen={(row) => setOrderId(row.orderId)}
      />
      {orderId !== undefined && (
        <PurchaseDrawer id={orderId} at="money" tools={{ close: () => setOrderId(undefined) }} />
      )}
    </>
  );
}

function useColumns(): Column<PurchaseDue>[] {
  const { t } = useTranslation('procurement');
  return useMemo<Column<PurchaseDue>[]>(() => {
    const partOf = ({ instalment, billReference }: PurchaseDue) => {
      if (!instalment) return t('due.bill', { number: billReference });
      return instalment.when === 'order' ? t('money.kindDeposit') : termsIn(currentLanguage(), [instalment]);
    };
    // Nothing is requested or paid of most rows: a dash.
    const part = (key: 'requested' | 'paid') => ({
      of: (row: PurchaseDue) => (Number(row[key]) > 0 ? row[key] : null),
      currency: 'currency' as const,
    });
    return [
      col.heading('orderNumber', t('purchase.number'), { width: 160 }),
      col.text('supplier', t('line.supplier'), {
        of: (row: PurchaseDue) => productName({ nameZh: row.supplierNameZh, nameEn: row.supplierNameEn }),
        width: 132,
      }),
      col.text('for', t('due.for'), { of: partOf, width: 160 }),
      col.text('dueOn', t('due.dueOn'), { width: 96 }),
      col.status(
        'when',
        t('line.status'),
        (row) =>
          row.daysOverdue > 0 ? (
            <StatusTag tone="bad">{t('due.daysOverdue', { count: row.daysOverdue })}</StatusTag>
          ) : row.planned ? (
            <StatusTag tone="muted">{t('due.planned')}</StatusTag>
          ) : null,
        { width: 136 },
      ),
      col.money('amount', t('due.amount'), { currency: 'currency', width: 124 }),
      col.money('requested', t('due.requested'), { ...part('requested'), width: 100 }),
      col.money('paid', t('due.paid'), { ...part('paid'), width: 96 }),
      col.money('left', t('due.left'), { currency: 'currency', width: 124 }),
      col.text('warehouse', t('line.warehouse'), { of: 'warehouseName', width: 150, card: 'hide' }),
    ];
  }, [t]);
}
