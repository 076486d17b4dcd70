import type { InputOf } from '@tradewind/contract/call.ts';
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
import { type FieldOf, type FieldsOf, FormDrawer } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';
import { productName } from '../../components/product-name.ts';
import { useSeesCosts } from '../../components/sees-costs.ts';
import { useUser } from '../../shell/session.ts';
import type { DrawnProduct } from './product-drawer.tsx';

type Line = InputOf<typeof adjustStock>['lines'][number];
/** Form path of the single line's fields. */
const at = (name: keyof Line) => ['lines', 0, name];

interface AdjustDrawerProps {
  /** Opened from a row: the product is already chosen. */
  product?: DrawnProduct | undefined;
  onClose: () => void;
}

/**
 * Adjusts by a change with its reason. Nobody types the result, so two people adjusting at once do not undo each other.
 */
export function AdjustDrawer({ product, onClose }: AdjustDrawerProps): ReactNode {
  const { t } = useTranslation('stock');
  const [key] = useState(() => crypto.randomUUID());
  return (
    <FormDrawer
      open
      title={product ? `${t('adjust.title')} · ${product.sku}` : t('adjust.title')}
      call={adjustStock}
      initial={{
        idempotencyKey: key,
        reason: 'correction',
        lines: [{ condition: 'good', productId: product?.productId }],
      }}
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
      toInput={(values) => ({ ...values, lines: values.lines.map(lineOf) })}
      onClose={onClose}
    >
      <AdjustFields product={product} />
    </FormDrawer>
  );
}

/** Only added good stock has a cost. */
function lineOf({ batchId, unitCost, ...line }: Line): Line {
  const costs = Number(line.delta) > 0 && line.condition === 'good' && unitCost;
  return { ...line, ...(batchId ? { batchId } : {}), ...(costs ? { unitCost } : {}) };
}

function AdjustFields({ product }: { product: DrawnProduct | undefined }): ReactNode {
  const { t } = useTranslation('stock');
  const { baseCurrency } = useUser();
  const seesCosts = useSeesCosts();
  const form = Form.useFormInstance();
  const warehouseId: number | undefined = Form.useWatch('warehouseId', form);
  const productId: number | undefined = Form.useWatch(at('productId'), form);
  const locationId: number | undefined = Form.useWatch(at('locationId'), form);
  const batchId: number | undefined = Form.useWatch(at('batchId'), form);
  const condition: (typeof ADJUST_CONDITIONS)[number] = Form.useWatch(at('condition'), form) ?? 'good';
  const delta: number | undefined = Form.useWatch(at('delta'), form);
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
  const fields: FieldsOf<typeof adjustStock> = [
    {
      kind: 'select',
      name: 'lines.0.productId',
      label: t('adjust.product'),
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
      half: true,
      options: (warehouses.data ?? []).map((w) => ({ value: w.id, label: w.name })),
    },
    {
      kind: 'select',
      name: 'lines.0.locationId',
      label: t('location'),
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
      name: 'lines.0.condition',
      label: t('movement.condition'),
      required: true,
      half: true,
      options: ADJUST_CONDITIONS.map((one) => ({ value: one, label: t(`condition.${one}`) })),
      ...(condition === 'good' ? {} : { help: t('adjust.notSold') }),
    },
    {
      kind: 'number',
      name: 'lines.0.delta',
      label: t('adjust.delta'),
      half: true,
      help: t('adjust.deltaHelp'),
    },
    seesCosts && {
      kind: 'decimal',
      name: 'lines.0.unitCost',
      label: t('adjust.unitCost'),
      half: true,
      disabled: !(Number(delta) > 0) || condition !== 'good',
      suffix: baseCurrency,
      help: t('adjust.unitCostHelp'),
    },
    {
      kind: 'select',
      name: 'reason',
      label: t('adjust.reason'),
      options: ADJUST_REASONS.map((reason) => ({ value: reason, label: t(`adjust.reasons.${reason}`) })),
    },
    { kind: 'textarea', name: 'remark', label: t('adjust.remark') },
  ];
  return <FormFields<typeof adjustStock> fields={fields} />;
}

const MOST_BATCHES = 200;

/** A product with batches needs a batch, or an explicit "no batch". */
function useBatchField(productId: number | undefined, chosen: number | undefined): FieldOf<typeof adjustStock>[] {
  const { t } = useTranslation('stock');
  const form = Form.useFormInstance();
  const ask = { productId: productId ?? 0, pageSize: MOST_BATCHES };
  const { data } = useCall(listBatches, ask, { enabled: !!productId });
  const rows = data?.rows ?? [];
  const ofAnother = !!chosen && !!data && !rows.some((row) => row.id === chosen);
  useEffect(() => {
    if (ofAnother) form.setFieldValue(at('batchId'), undefined);
  }, [ofAnother, form]);
  if (rows.length === 0) return [];
  const options = rows.map((row) => ({ value: row.id, label: [row.code, row.expiresOn].filter(Boolean).join(' · ') }));
  const none = { value: 0, label: t('adjust.noBatch') };
  return [{ kind: 'select', name: 'lines.0.batchId', label: t('batch'), required: true, options: [...options, none] }];
}
