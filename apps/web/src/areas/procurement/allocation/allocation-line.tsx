import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { AllocationSource } from '@tradewind/contract/procurement.ts';
import { Button, DatePicker, Form, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOf, pickerDay } from '../../../components/days.ts';
import { ProductSelect } from '../../../components/product-select.tsx';
import { DestinationSelect } from './destination-select.tsx';
import type { LineValues } from './values.ts';

interface Props {
  name: number;
  sources: readonly AllocationSource[];
  onRemove: () => void;
}

/** A product with its source, and the shares into which it is split. */
export function AllocationLineFields({ name, sources, onRemove }: Props): ReactNode {
  const { t } = useTranslation('procurement');
  const line = Form.useWatch<Partial<LineValues> | undefined>(['lines', name]);
  const needed = (label: string) => [{ required: true, message: t('form.required', { name: label }) }];
  return (
    <section className="tw-split-line">
      <div className="tw-split-source">
        <Form.Item name={[name, 'productId']} rules={needed(t('line.product'))} className="tw-split-product">
          <ProductSelect />
        </Form.Item>
        <Form.Item name={[name, 'source']}>
          <SourceSelect sources={sources} productId={line?.productId?.id} />
        </Form.Item>
        <Form.Item name={[name, 'quantity']} rules={needed(t('line.quantity'))}>
          <Units label={t('allocation.lineQuantity')} />
        </Form.Item>
        <Button type="text" icon={<DeleteOutlined />} aria-label={t('line.remove')} onClick={onRemove} />
      </div>
      <Shares name={name} line={line} />
    </section>
  );
}

function Shares({ name, line }: { name: number; line: Partial<LineValues> | undefined }): ReactNode {
  const { t } = useTranslation('procurement');
  const warehouseId = Form.useWatch<number | undefined>('warehouseId');
  const needed = (label: string) => [{ required: true, message: t('form.required', { name: label }) }];
  const shared = (line?.shares ?? []).reduce((sum, share) => sum + (share?.quantity ?? 0), 0);
  const left = (line?.quantity ?? 0) - shared;
  return (
    <Form.List name={[name, 'shares']}>
      {(shares, { add, remove }) => (
        <div className="tw-split-shares">
          {shares.map((share) => (
            <div key={share.key} className="tw-split-share">
              <Form.Item
                name={[share.name, 'destination']}
                rules={needed(t('allocation.destination'))}
                className="tw-split-destination"
              >
                <DestinationSelect warehouseId={warehouseId} />
              </Form.Item>
              <Form.Item name={[share.name, 'quantity']} rules={needed(t('line.quantity'))}>
                <Units label={t('line.quantity')} />
              </Form.Item>
              <Form.Item
                name={[share.name, 'needBy']}
                getValueProps={(value?: string) => ({ value: pickerDay(value) })}
                normalize={dayOf}
              >
                <DatePicker placeholder={t('line.needBy')} aria-label={t('line.needBy')} />
              </Form.Item>
              <Button
                type="text"
                icon={<DeleteOutlined />}
                disabled={shares.length === 1}
                aria-label={t('allocation.removeShare')}
                onClick={() => remove(share.name)}
              />
            </div>
          ))}
          <div className="tw-buy-foot">
            <Button type="dashed" icon={<PlusOutlined />} onClick={() => add(left > 0 ? { quantity: left } : {})}>
              {t('allocation.addShare')}
            </Button>
            {left !== 0 && (
              <span className={left < 0 ? 'tw-form-sum' : 'tw-muted'}>
                {left < 0 ? t('allocation.over', { count: -left }) : t('allocation.left', { count: left })}
              </span>
            )}
          </div>
        </div>
      )}
    </Form.List>
  );
}

interface UnitsProps {
  label: string;
  value?: number | null;
  onChange?: (value: number | null) => void;
}
function Units({ label, ...control }: UnitsProps): ReactNode {
  return <InputNumber min={1} precision={0} controls={false} placeholder={label} aria-label={label} {...control} />;
}

interface SourceProps {
  sources: readonly AllocationSource[];
  productId: number | undefined;
  value?: number;
  onChange?: (value: number) => void;
}
/** Stock of the warehouse, or what a purchase order brings. */
function SourceSelect({ sources, productId, ...control }: SourceProps): ReactNode {
  const { t } = useTranslation('procurement');
  const own = sources.filter((one) => one.productId === productId);
  const stock = own.find((one) => one.purchaseLineId === null);
  const label = (one: AllocationSource) => t('allocation.sourceOf', { number: one.purchaseNo ?? '', free: one.free });
  return (
    <Select
      {...control}
      aria-label={t('allocation.source')}
      options={[
        ...own.flatMap((one) =>
          one.purchaseLineId === null ? [] : [{ value: one.purchaseLineId, label: label(one) }],
        ),
        { value: 0, label: t('allocation.stockOf', { free: stock?.free ?? 0 }) },
      ]}
    />
  );
}
