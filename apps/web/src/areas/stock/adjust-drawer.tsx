import { productOptions } from '@tradewind/contract/catalog.ts';
import {
  ADJUST_CONDITIONS,
  ADJUST_REASONS,
  adjustOptions,
  adjustStock,
  listStock,
  stockTabs,
} from '@tradewind/contract/stock.ts';
import { listBatches } from '@tradewind/contract/stock-batches.ts';
import {
  listStockConditions,
  listStockPlaces,
  listStockProducts,
  productStock,
} from '@tradewind/contract/stock-views.ts';
import { selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { Form } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { FormDrawer, type FormField, type FormValues } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';
import { useUser } from '../../shell/session.ts';
import { productName } from './cells.tsx';
import type { DrawnProduct } from './product-drawer.tsx';

interface AdjustDrawerProps {
  /** Adjusting what is looked at: the product is chosen already. */
  product?: DrawnProduct | undefined;
  onClose: () => void;
}

/** A difference with its reason: nobody types the result, so two people who adjust at once do not undo each other. */
export function AdjustDrawer({ product, onClose }: AdjustDrawerProps): ReactNode {
  const { t } = useTranslation('stock');
  const [key] = useState(() => crypto.randomUUID());
  const initial: FormValues = {
    reason: 'correction',
    condition: 'good',
    ...(product ? { productId: product.productId } : {}),
  };
  return (
    <FormDrawer
      open
      title={product ? `${t('adjust.title')} · ${product.sku}` : t('adjust.title')}
      call={adjustStock}
      initial={initial}
      verb={t('adjust.verb')}
      onDone={({ state }) => toast.success(t(state === 'waiting' ? 'adjust.waits' : 'adjust.done'))}
      refresh={[
        listStock,
        listStockProducts,
        listStockPlaces,
        listStockConditions,
        listBatches,
        productStock,
        stockTabs,
      ]}
      toInput={(values) => toInput(values, key)}
      onClose={onClose}
    >
      <AdjustFields product={product} />
    </FormDrawer>
  );
}

function toInput(values: FormValues, idempotencyKey: string) {
  const { warehouseId, reason, remark, productId, locationId, batchId, condition, delta, unitCost } = values;
  const cost = unitCost === null || unitCost === undefined || unitCost === '' ? {} : { unitCost: String(unitCost) };
  const batch = batchId ? { batchId } : {};
  const costs = Number(delta) > 0 && condition === 'good';
  return {
    warehouseId,
    reason,
    remark: remark ?? '',
    lines: [{ productId, locationId, ...batch, condition, delta, ...(costs ? cost : {}) }],
    idempotencyKey,
  };
}

function AdjustFields({ product }: { product: DrawnProduct | undefined }): ReactNode {
  const { t } = useTranslation('stock');
  const user = useUser();
  const form = Form.useFormInstance();
  const warehouseId: number | undefined = Form.useWatch('warehouseId', form);
  const productId: number | undefined = Form.useWatch('productId', form);
  const locationId: number | undefined = Form.useWatch('locationId', form);
  const batchId: number | undefined = Form.useWatch('batchId', form);
  const condition: (typeof ADJUST_CONDITIONS)[number] = Form.useWatch('condition', form) ?? 'good';
  const delta: number | undefined = Form.useWatch('delta', form);
  const [search, setSearch] = useState('');
  const [place, setPlace] = useState('');
  const warehouses = useCall(selectWarehouse, {});
  const products = useCall(productOptions, { search }, { keepPrevious: true, enabled: !product });
  const batch = useBatchField(productId, batchId);
  const ask = {
    warehouseId: warehouseId ?? 0,
    text: place,
    condition,
    ...(productId ? { productId } : {}),
    ...(batchId ? { batchId } : {}),
  };
  const locations = useCall(adjustOptions, ask, { keepPrevious: true, enabled: !!warehouseId });
  const chosen = locations.data?.find((option) => option.id === locationId);
  const productChoices = product
    ? [{ value: product.productId, label: `${product.sku} ${productName(product)}` }]
    : (products.data?.list ?? []).map((p) => ({ value: p.id, label: `${p.sku} ${productName(p)}` }));
  const fields: FormField[] = [
    {
      kind: 'select',
      name: 'productId',
      label: t('adjust.product'),
      required: true,
      disabled: !!product,
      options: productChoices,
      loading: products.isFetching,
      onSearch: setSearch,
    },
    ...batch,
    {
      kind: 'select',
      name: 'warehouseId',
      label: t('warehouse'),
      required: true,
      half: true,
      options: (warehouses.data ?? []).map((w) => ({ value: w.id, label: w.name })),
    },
    {
      kind: 'select',
      name: 'locationId',
      label: t('location'),
      required: true,
      half: true,
      disabled: !warehouseId,
      options: (locations.data ?? []).map((l) => ({
        value: l.id,
        label: l.onHand > 0 ? `${l.code} (${l.onHand})` : l.code,
      })),
      loading: locations.isFetching,
      onSearch: setPlace,
      ...(chosen && chosen.onHand > 0 ? { help: t('adjust.held', { count: chosen.onHand, free: chosen.free }) } : {}),
    },
    {
      kind: 'select',
      name: 'condition',
      label: t('movement.condition'),
      required: true,
      half: true,
      options: ADJUST_CONDITIONS.map((one) => ({ value: one, label: t(`condition.${one}`) })),
      ...(condition === 'good' ? {} : { help: t('adjust.notSold') }),
    },
    {
      kind: 'number',
      name: 'delta',
      label: t('adjust.delta'),
      required: true,
      half: true,
      min: -1_000_000,
      max: 1_000_000,
      help: t('adjust.deltaHelp'),
    },
    ...(user.permissions.includes('seeCost') || user.mainAccount
      ? [
          {
            kind: 'decimal' as const,
            name: 'unitCost',
            label: t('adjust.unitCost'),
            half: true,
            disabled: !(Number(delta) > 0) || condition !== 'good',
            suffix: user.baseCurrency,
            help: t('adjust.unitCostHelp'),
          },
        ]
      : []),
    {
      kind: 'select',
      name: 'reason',
      label: t('adjust.reason'),
      required: true,
      options: ADJUST_REASONS.map((reason) => ({ value: reason, label: t(`adjust.reasons.${reason}`) })),
    },
    { kind: 'textarea', name: 'remark', label: t('adjust.remark'), max: 200 },
  ];
  return <FormFields fields={fields} />;
}

const MOST_BATCHES = 200;

/** Goods of a product that has batches are of one of them, or somebody says that they are of none. */
function useBatchField(productId: number | undefined, chosen: number | undefined): FormField[] {
  const { t } = useTranslation('stock');
  const form = Form.useFormInstance();
  const ask = { productId: productId ?? 0, pageSize: MOST_BATCHES };
  const { data } = useCall(listBatches, ask, { enabled: !!productId });
  const rows = data?.rows ?? [];
  const ofAnother = !!chosen && !!data && !rows.some((row) => row.id === chosen);
  useEffect(() => {
    if (ofAnother) form.setFieldValue('batchId', undefined);
  }, [ofAnother, form]);
  if (rows.length === 0) return [];
  const options = rows.map((row) => ({ value: row.id, label: [row.code, row.expiresOn].filter(Boolean).join(' · ') }));
  const none = { value: 0, label: t('adjust.noBatch') };
  return [{ kind: 'select', name: 'batchId', label: t('batch'), required: true, options: [...options, none] }];
}
