import { DeleteOutlined } from '@ant-design/icons';
import { adjustOptions } from '@tradewind/contract/stock.ts';
import { type enterOpeningStock, openingChoices } from '@tradewind/contract/warehouse.ts';
import { Button, Form, Input, InputNumber, Select, Tag } from 'antd';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../api/client.ts';
import { toast } from '../../api/toast.ts';
import type { Typed } from '../../components/form-drawer.tsx';
import { productName } from '../../components/product-name.ts';
import { type ChosenProduct, ProductSelect } from '../../components/product-select.tsx';
import { RemoteSelect } from '../../components/remote-select.tsx';
import { useSeesCosts } from '../../components/sees-costs.ts';
import { useUser } from '../../shell/session.ts';

interface Place {
  id: number;
  code: string;
}
interface TypedLine {
  productId: ChosenProduct & { awaited?: number };
  locationId: Place | undefined;
  quantity?: number | null;
  unitCost?: string;
}
export type OpeningValues = Typed<typeof enterOpeningStock, { warehouseId: number; lines: TypedLine[] }>;

/** A grid for the keyboard: Enter goes to the next cell of numbers, Tab to every field. */
export function OpeningRows({
  warehouses,
  more,
}: {
  warehouses: { value: number; label: string }[];
  more: boolean;
}): ReactNode {
  const { t } = useTranslation('stock');
  const user = useUser();
  const costs = useSeesCosts();
  const form = Form.useFormInstance<OpeningValues>();
  const warehouseId = Form.useWatch('warehouseId', form);
  const [place, setPlace] = useState<Place>();
  /** Another warehouse: its locations are others. */
  const moveTo = async (id: number) => {
    try {
      const { location } = await callApi(openingChoices, { warehouseId: id });
      setPlace(location ?? undefined);
      const lines = form.getFieldValue('lines') as TypedLine[];
      form.setFieldValue(
        'lines',
        lines.map((line) => ({ ...line, locationId: location ?? undefined })),
      );
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <>
      <Form.Item
        name="warehouseId"
        label={t('warehouse')}
        rules={[{ required: true, message: t('form.required', { name: t('warehouse') }) }]}
      >
        <Select
          options={warehouses}
          onChange={(id: number) => void moveTo(id)}
          notFoundContent={t('opening.noWarehouse')}
        />
      </Form.Item>
      <Form.List name="lines">
        {(rows, { add, remove }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: Enter leads from field to field
          <div className="tw-opening" data-costs={costs || undefined} onKeyDown={toNextNumber}>
            {rows.length > 0 && (
              <div className="tw-opening-row tw-opening-titles" aria-hidden="true">
                <span>{t('opening.product')}</span>
                <span>{t('location')}</span>
                <span>{t('opening.quantity')}</span>
                {costs && <span>{t('opening.unitCost', { currency: user.baseCurrency })}</span>}
              </div>
            )}
            {rows.map(({ key, name }) => (
              <Row
                key={key}
                name={name}
                warehouseId={warehouseId}
                currency={costs ? user.baseCurrency : undefined}
                onRemove={() => remove(name)}
              />
            ))}
            {more && <p className="tw-muted">{t('opening.more')}</p>}
            <Adder
              onAdd={(product) => {
                const lines = (form.getFieldValue('lines') ?? []) as TypedLine[];
                add({ productId: product, locationId: place ?? lines[0]?.locationId });
              }}
            />
          </div>
        )}
      </Form.List>
    </>
  );
}

function toNextNumber(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  if (
    event.key !== 'Enter' ||
    !(target instanceof HTMLInputElement) ||
    !target.matches('.tw-opening-number input, input.tw-opening-number')
  )
    return;
  event.preventDefault();
  const cells = [
    ...currentTarget.querySelectorAll<HTMLInputElement>('.tw-opening-number input, input.tw-opening-number'),
  ];
  cells[cells.indexOf(target) + 1]?.focus();
}

interface RowProps {
  name: number;
  warehouseId: number | undefined;
  /** Undefined: the user may not see costs. */
  currency: string | undefined;
  onRemove: () => void;
}

function Row({ name, warehouseId, currency, onRemove }: RowProps): ReactNode {
  const { t } = useTranslation('stock');
  const product = Form.useWatch<ChosenProduct | undefined>(['lines', name, 'productId']);
  const quantity = Form.useWatch<number | null | undefined>(['lines', name, 'quantity']);
  const label = (field: string) => `${field} ${product?.sku ?? ''}`;
  const needed = (field: string) => [{ required: !!quantity, message: t('form.required', { name: field }) }];
  const cost = t('opening.unitCost', { currency });
  return (
    <div className="tw-opening-row">
      <Form.Item name={[name, 'productId']} className="tw-opening-product">
        <ProductName />
      </Form.Item>
      <Form.Item name={[name, 'locationId']} rules={needed(t('location'))}>
        <PlaceSelect warehouseId={warehouseId} label={label(t('location'))} />
      </Form.Item>
      <Form.Item name={[name, 'quantity']}>
        <InputNumber
          className="tw-opening-number"
          min={1}
          max={1_000_000}
          precision={0}
          controls={false}
          placeholder={t('opening.quantity')}
          aria-label={label(t('opening.quantity'))}
        />
      </Form.Item>
      {currency && (
        <Form.Item
          name={[name, 'unitCost']}
          rules={[
            ...needed(t('adjust.unitCost')),
            { pattern: /^\d{1,13}(\.\d{1,6})?$/, message: t('opening.costBad') },
          ]}
        >
          <Input className="tw-opening-number" inputMode="decimal" placeholder={cost} aria-label={label(cost)} />
        </Form.Item>
      )}
      <Button type="text" icon={<DeleteOutlined />} aria-label={label(t('action.delete'))} onClick={onRemove} />
    </div>
  );
}

function ProductName({ value }: { value?: TypedLine['productId'] }): ReactNode {
  const { t } = useTranslation('stock');
  return (
    value && (
      <span className="tw-opening-name" title={`${value.sku} ${productName(value)}`}>
        <strong>{value.sku}</strong>{' '}
        {!!value.awaited && <Tag color="warning">{t('opening.awaited', { count: value.awaited })}</Tag>}{' '}
        <span className="tw-muted">{productName(value)}</span>
      </span>
    )
  );
}

interface PlaceSelectProps {
  id?: string;
  value?: Place | undefined;
  onChange?: (place: Place | undefined) => void;
  warehouseId: number | undefined;
  label: string;
}

function PlaceSelect({ id, value, onChange, warehouseId, label }: PlaceSelectProps): ReactNode {
  return (
    <RemoteSelect
      {...(id ? { id } : {})}
      aria-label={label}
      call={adjustOptions}
      input={(text) => (warehouseId ? { warehouseId, text } : undefined)}
      options={(found) => found.map((one) => ({ value: one.id, label: one.code }))}
      known={value ? [{ value: value.id, label: value.code }] : []}
      value={value?.id}
      onChange={(chosen, found) => onChange?.(chosen === value?.id ? value : found?.find((one) => one.id === chosen))}
    />
  );
}

/** A product that the grid does not show: chosen, it becomes a row. */
function Adder({ onAdd }: { onAdd: (product: ChosenProduct) => void }): ReactNode {
  const { t } = useTranslation('stock');
  return <ProductSelect label={t('opening.add')} onChange={(product) => product && onAdd(product)} />;
}
