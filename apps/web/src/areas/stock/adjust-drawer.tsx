import { productOptions } from '@tradewind/contract/catalog.ts';
import {
  ADJUST_REASONS,
  adjustOptions,
  adjustStock,
  listStock,
  type StockRow,
  stockTabs,
} from '@tradewind/contract/stock.ts';
import { selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { Form } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { FormDrawer, type FormField, type FormValues } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';
import { useUser } from '../../shell/session.ts';
import { productName } from './cells.tsx';

interface AdjustDrawerProps {
  /** Adjusting from a row of the list: product and warehouse are chosen already. */
  row?: StockRow | undefined;
  onClose: () => void;
}

/** A difference with its reason: nobody types the result, so two people who adjust at once do not undo each other. */
export function AdjustDrawer({ row, onClose }: AdjustDrawerProps): ReactNode {
  const { t } = useTranslation('stock');
  const [key] = useState(() => crypto.randomUUID());
  const initial: FormValues = {
    reason: 'correction',
    ...(row ? { warehouseId: row.warehouseId, productId: row.productId } : {}),
  };
  return (
    <FormDrawer
      open
      title={row ? `${t('adjust.title')} · ${row.sku}` : t('adjust.title')}
      call={adjustStock}
      initial={initial}
      verb={t('adjust.verb')}
      onDone={({ state }) => toast.success(t(state === 'waiting' ? 'adjust.waits' : 'adjust.done'))}
      refresh={[listStock, stockTabs]}
      toInput={(values) => toInput(values, key)}
      onClose={onClose}
    >
      <AdjustFields row={row} />
    </FormDrawer>
  );
}

function toInput(values: FormValues, idempotencyKey: string) {
  const { warehouseId, reason, remark, productId, locationId, delta, unitCost } = values;
  const cost = unitCost === null || unitCost === undefined || unitCost === '' ? {} : { unitCost: String(unitCost) };
  return {
    warehouseId,
    reason,
    remark: remark ?? '',
    lines: [{ productId, locationId, delta, ...(Number(delta) > 0 ? cost : {}) }],
    idempotencyKey,
  };
}

function AdjustFields({ row }: { row: StockRow | undefined }): ReactNode {
  const { t } = useTranslation('stock');
  const user = useUser();
  const form = Form.useFormInstance();
  const warehouseId: number | undefined = Form.useWatch('warehouseId', form);
  const productId: number | undefined = Form.useWatch('productId', form);
  const locationId: number | undefined = Form.useWatch('locationId', form);
  const delta: number | undefined = Form.useWatch('delta', form);
  const [search, setSearch] = useState('');
  const [place, setPlace] = useState('');
  const warehouses = useCall(selectWarehouse, {});
  const products = useCall(productOptions, { search }, { keepPrevious: true, enabled: !row });
  const ask = { warehouseId: warehouseId ?? 0, text: place, ...(productId ? { productId } : {}) };
  const locations = useCall(adjustOptions, ask, { keepPrevious: true, enabled: !!warehouseId });
  const chosen = locations.data?.find((option) => option.id === locationId);
  const productChoices = row
    ? [{ value: row.productId, label: `${row.sku} ${productName(row)}` }]
    : (products.data?.list ?? []).map((p) => ({ value: p.id, label: `${p.sku} ${productName(p)}` }));
  const fields: FormField[] = [
    {
      kind: 'select',
      name: 'productId',
      label: t('adjust.product'),
      required: true,
      disabled: !!row,
      options: productChoices,
      loading: products.isFetching,
      onSearch: setSearch,
    },
    {
      kind: 'select',
      name: 'warehouseId',
      label: t('warehouse'),
      required: true,
      half: true,
      disabled: !!row,
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
            disabled: !(Number(delta) > 0),
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
