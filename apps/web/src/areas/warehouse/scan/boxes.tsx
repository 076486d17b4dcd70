import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { type ParcelView, parcelsOf, quoteParcel, setPieces } from '@tradewind/contract/logistics.ts';
import { Button, Form } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { type BoxMeasures, MeasureFields, sidesOf } from './box-measures.tsx';

type Sized = Pick<ParcelView, 'weightGrams' | 'lengthMm' | 'widthMm' | 'heightMm'>;

/** "700 g · 30 × 20 × 10 cm" */
export function useSizeText(): (box: Sized) => string {
  const { t } = useTranslation('warehouse');
  return ({ weightGrams, lengthMm, widthMm, heightMm }) =>
    [
      t('parcel.grams', { grams: weightGrams }),
      ...(lengthMm && widthMm && heightMm ? [`${lengthMm / 10} × ${widthMm / 10} × ${heightMm / 10} cm`] : []),
    ].join(' · ');
}

/** Of how many boxes the shipment is, until its label is bought. */
export function Boxes({ parcel }: { parcel: ParcelView }): ReactNode {
  const { t } = useTranslation('warehouse');
  const sizeText = useSizeText();
  const [adding, setAdding] = useState(false);
  const [form] = Form.useForm<BoxMeasures>();
  const save = useAct(setPieces, {
    refresh: [parcelsOf, quoteParcel],
    onDone: () => {
      setAdding(false);
      form.resetFields();
    },
  });
  const first: Sized = { ...parcel, weightGrams: parcel.weighedGrams ?? parcel.weightGrams };
  const pieces = parcel.pieces.map(({ weightGrams, lengthMm, widthMm, heightMm }) => ({
    ...{ weightGrams, lengthMm, widthMm, heightMm },
  }));
  const set = (changed: typeof pieces) => save.mutate({ parcelId: parcel.id, pieces: changed });
  const add = (measures: BoxMeasures) => {
    const { weightGrams } = measures;
    const sides = sidesOf(measures) ?? { lengthMm: null, widthMm: null, heightMm: null };
    set([...pieces, { weightGrams, ...sides }]);
  };
  return (
    <div className="tw-boxes">
      {pieces.length > 0 && (
        <ol className="tw-pieces" aria-label={t('parcel.boxes')}>
          {[first, ...pieces].map((box, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its number
            <li key={at}>
              <span>{t('parcel.box', { number: at + 1 })}</span>
              <span className="tw-muted">{sizeText(box)}</span>
              {at > 0 && (
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('parcel.removeBox', { number: at + 1 })}
                  loading={save.isPending}
                  onClick={() => set(pieces.toSpliced(at - 1, 1))}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {adding ? (
        <Form<BoxMeasures> form={form} layout="vertical" requiredMark={false} onFinish={add}>
          <MeasureFields />
          <div className="tw-label-acts">
            <Button size="large" onClick={() => setAdding(false)}>
              {t('action.cancel')}
            </Button>
            <Button size="large" htmlType="submit" loading={save.isPending}>
              {t('parcel.addBox')}
            </Button>
          </div>
        </Form>
      ) : (
        <Button type="dashed" size="large" block icon={<PlusOutlined />} onClick={() => setAdding(true)}>
          {t('parcel.addBox')}
        </Button>
      )}
    </div>
  );
}
