import { listPendingPurchases, orderPending, type PendingPurchase } from '@tradewind/contract/procurement.ts';
import { Alert, Form, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { Money } from '../../../components/figures.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { productName } from '../../../components/product-name.ts';
import { ProductNames } from '../../../components/product-names.tsx';
import { useSeesCosts } from '../../../components/sees-costs.ts';
import { CHANGED } from '../purchase/changed.ts';
import { supplierOf } from '../purchase/supplier-select.tsx';
import type { PendingForm } from './line-forms.tsx';
import '../procurement.css';

/** Lines that are shown at most; the others are ordered as well. */
const SHOWN = 200;

/** Makes drafts of the chosen lines, by supplier and warehouse, and takes the prices that are missing. */
export function OrderForm({ input, idempotencyKey, done }: PendingForm): ReactNode {
  const { t } = useTranslation('procurement');
  const filter = 'ids' in input ? { ids: input.ids } : input.filter;
  const lines = useCall(listPendingPurchases, { ...filter, pageSize: SHOWN });
  const rows = lines.data?.rows ?? [];
  const groups = Map.groupBy(rows, (row) => `${row.supplierId}/${row.warehouseId}`);
  return (
    <FormDrawer
      open
      size={640}
      title={t('pending.orderTitle')}
      call={orderPending}
      toInput={({ prices = {} }: { prices?: Record<string, string | null> }) => ({
        ...input,
        idempotencyKey,
        prices: Object.entries(prices).flatMap(([lineId, unitPrice]) =>
          unitPrice ? [{ lineId: Number(lineId.slice(1)), unitPrice }] : [],
        ),
      })}
      verb={t('pending.create')}
      loading={lines.isPending}
      error={lines.error}
      refresh={CHANGED}
      onDone={({ orders }) =>
        done({
          done: rows.length,
          failed: [],
          message: t('pending.created', { numbers: orders.map((order) => order.number).join(', ') }),
        })
      }
      onClose={() => done(undefined)}
    >
      <Alert type="info" showIcon title={t('pending.orderText')} style={{ marginBottom: 12 }} />
      {[...groups].map(([key, group]) => (
        <Group key={key} rows={group} />
      ))}
    </FormDrawer>
  );
}

function Group({ rows }: { rows: readonly PendingPurchase[] }): ReactNode {
  const { t } = useTranslation('procurement');
  const costs = useSeesCosts();
  const [first] = rows;
  const supplier = first && supplierOf(first);
  if (!first) return null;
  return (
    <section className="tw-buy-group">
      <h3 className="tw-section-title">
        {supplier
          ? t('pending.groupOf', { supplier: productName(supplier), warehouse: first.warehouseName })
          : t('pending.unassigned')}
      </h3>
      {rows.map((row) => (
        <div key={row.id} className="tw-buy-row">
          <ProductNames of={row} />
          <span className="tw-figure">{row.open}</span>
          {row.unitPrice !== null ? (
            <Money amount={row.unitPrice} currency={row.currency ?? ''} />
          ) : supplier && costs ? (
            <Form.Item name={['prices', `p${row.id}`]} noStyle>
              <InputNumber<string>
                stringMode
                min="0"
                controls={false}
                suffix={row.currency ?? ''}
                placeholder={t('pending.price')}
                aria-label={t('pending.priceOf', { sku: row.sku })}
              />
            </Form.Item>
          ) : (
            <span />
          )}
        </div>
      ))}
    </section>
  );
}
