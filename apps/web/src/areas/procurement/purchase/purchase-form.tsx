import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { type PurchaseDetail, savePurchase, supplierPricesInForce } from '@tradewind/contract/procurement.ts';
import { Button, Form, InputNumber } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { type FieldsOf, FormDrawer, type StartOf, type Typed } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { OnlyWarehouse } from '../../../components/only-warehouse.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { type ChosenProduct, ProductSelect } from '../../../components/product-select.tsx';
import { useSeesCosts } from '../../../components/sees-costs.ts';
import { CHANGED } from './changed.ts';
import { type ChosenSupplier, SupplierSelect, supplierOf } from './supplier-select.tsx';
import '../procurement.css';

interface Line {
  id?: number;
  productId: ChosenProduct;
  supplierSku?: string;
  packSize?: number | null;
  packs: number;
  unitPrice?: string | null;
  promisedOn?: string | null;
  remark?: string;
}
type Values = Typed<typeof savePurchase, { supplierId: ChosenSupplier; lines: Line[] }>;

function valuesOf(order: PurchaseDetail | undefined): StartOf<Values> {
  if (!order) return { lines: [{}], idempotencyKey: crypto.randomUUID() };
  const { id, version, warehouseId, expectedOn, reference, remark, lines, currency } = order;
  const supplier = supplierOf(order);
  return {
    ...{ id, version, warehouseId, expectedOn, reference, remark },
    supplierId: supplier && { ...supplier, currency },
    lines: lines.map((line) => ({
      ...{ id: line.id, supplierSku: line.supplierSku, packSize: line.packSize, packs: line.packs },
      ...{ unitPrice: line.unitPrice, promisedOn: line.promisedOn, remark: line.remark },
      productId: { id: line.productId, sku: line.sku, nameZh: line.nameZh, nameEn: line.nameEn },
    })),
  };
}

export function PurchaseForm({ order, onClose }: { order?: PurchaseDetail; onClose: () => void }): ReactNode {
  const { t } = useTranslation('procurement');
  const warehouses = useWarehouseOptions();
  const initial = useMemo(() => valuesOf(order), [order]);
  const placed = order?.orderedAt != null;
  const head: FieldsOf<Values> = [
    {
      kind: 'custom',
      name: 'supplierId',
      label: t('line.supplier'),
      required: true,
      half: true,
      control: <SupplierSelect disabled={placed} />,
    },
    {
      kind: 'select',
      name: 'warehouseId',
      label: t('line.warehouse'),
      half: true,
      options: warehouses,
      disabled: placed,
    },
    { kind: 'date', name: 'expectedOn', label: t('purchase.expectedOn'), half: true },
    { kind: 'text', name: 'reference', label: t('purchase.reference'), half: true },
  ];
  return (
    <FormDrawer
      open
      size={860}
      title={order ? t('purchase.editTitle', { number: order.number }) : t('purchase.add')}
      call={savePurchase}
      initial={initial}
      toInput={({ supplierId, lines, ...values }: Values) => ({
        ...values,
        supplierId: supplierId.id,
        lines: lines.map(({ productId, packSize, unitPrice, promisedOn, ...line }) => ({
          ...line,
          productId: productId.id,
          packSize: packSize ?? 1,
          promisedOn: promisedOn ?? null,
          ...(unitPrice ? { unitPrice } : {}),
        })),
      })}
      verb={t('purchase.save')}
      refresh={CHANGED}
      onDone={({ state }) => toast.success(t(state === 'reviewing' ? 'purchase.savedReview' : 'purchase.saved'))}
      onClose={onClose}
    >
      {!order && <OnlyWarehouse name="warehouseId" />}
      <FormFields<Values> fields={head} />
      <h3 className="tw-section-title">{t('line.lines')}</h3>
      <Lines />
      <FormFields<Values> fields={[{ kind: 'textarea', name: 'remark', label: t('line.remark') }]} />
    </FormDrawer>
  );
}

/** The list price of each line, by product and quantity. */
function useListPrices(): (line: Partial<Line> | undefined) => string | undefined {
  const supplier = Form.useWatch<ChosenSupplier | undefined>('supplierId');
  const lines = Form.useWatch<(Partial<Line> | undefined)[] | undefined>('lines') ?? [];
  const wishes = lines.flatMap((line) => (line?.productId ? [{ id: line.productId.id, packs: line.packs || 1 }] : []));
  const query = useCall(
    supplierPricesInForce,
    {
      supplierId: supplier?.id ?? 0,
      productIds: wishes.map((wish) => wish.id),
      quantities: wishes.map((wish) => wish.packs),
    },
    { enabled: supplier !== undefined && wishes.length > 0 && wishes.length <= 200, keepPrevious: true },
  );
  const prices = query.data?.prices ?? [];
  return (line) =>
    prices.find((price) => price.productId === line?.productId?.id && price.quantity === (line.packs || 1))
      ?.unitPrice ?? undefined;
}

function Lines(): ReactNode {
  const { t } = useTranslation('procurement');
  const costs = useSeesCosts();
  const currency = Form.useWatch<ChosenSupplier | undefined>('supplierId')?.currency;
  const lines = Form.useWatch<(Partial<Line> | undefined)[] | undefined>('lines') ?? [];
  const listPrice = useListPrices();
  const needed = (name: string) => [{ required: true, message: t('form.required', { name }) }];
  return (
    <Form.List
      name="lines"
      rules={[
        {
          validator: (_rule, value: unknown[] | undefined) =>
            value?.length ? Promise.resolve() : Promise.reject(new Error(t('line.needed'))),
        },
      ]}
    >
      {(rows, { add, remove }, { errors }) => (
        <div className="tw-buy-lines">
          <div className="tw-order-line tw-order-head">
            <span>{t('line.product')}</span>
            <span>{t('purchase.packs')}</span>
            <span>{t('purchase.packSize')}</span>
            {costs && <span>{t('purchase.unitPrice')}</span>}
          </div>
          {rows.map(({ key, name }) => {
            const price = listPrice(lines[name]);
            return (
              <div key={key} className="tw-order-line">
                <Form.Item name={[name, 'productId']} rules={needed(t('line.product'))} className="tw-buy-product">
                  <ProductSelect />
                </Form.Item>
                <Form.Item name={[name, 'packs']} rules={needed(t('purchase.packs'))}>
                  <InputNumber
                    min={lines[name]?.packs === 0 ? 0 : 1}
                    precision={0}
                    controls={false}
                    placeholder={t('purchase.packs')}
                    aria-label={t('purchase.packs')}
                  />
                </Form.Item>
                <Form.Item name={[name, 'packSize']}>
                  <InputNumber
                    min={1}
                    precision={0}
                    controls={false}
                    placeholder={t('purchase.packSize')}
                    aria-label={t('purchase.packSize')}
                  />
                </Form.Item>
                {costs && (
                  <Form.Item name={[name, 'unitPrice']}>
                    <InputNumber<string>
                      stringMode
                      min="0"
                      controls={false}
                      suffix={currency ?? ''}
                      placeholder={price === undefined ? t('purchase.unitPrice') : t('purchase.listPrice', { price })}
                      aria-label={t('purchase.unitPrice')}
                    />
                  </Form.Item>
                )}
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('line.remove')}
                  onClick={() => remove(name)}
                />
              </div>
            );
          })}
          <Form.ErrorList errors={errors} />
          <div className="tw-buy-foot">
            <Button icon={<PlusOutlined />} onClick={() => add({})}>
              {t('line.add')}
            </Button>
            <span className="tw-muted">{t('purchase.packSizeHelp')}</span>
          </div>
        </div>
      )}
    </Form.List>
  );
}
