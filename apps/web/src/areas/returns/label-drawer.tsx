import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { InputOf, ResultOf } from '@tradewind/contract/call.ts';
import {
  buyReturnLabel,
  getReturn,
  listReturns,
  quoteReturnLabel,
  type ReturnDetail,
  returnLabelOffers,
} from '@tradewind/contract/returns.ts';
import { Alert, Button, Form, InputNumber, Radio } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { type FieldsOf, FormDrawer } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';
import { formatMoney } from '../../components/format.ts';

type Values = InputOf<typeof buyReturnLabel>;
type Offers = ResultOf<typeof returnLabelOffers>;

/** Buys the label for the way back: where to, by which channel, how heavy, and at which price. */
export function LabelDrawer({ one, onClose }: { one: ReturnDetail; onClose: () => void }): ReactNode {
  const { t } = useTranslation('returns');
  const offers = useCall(returnLabelOffers, { id: one.id });
  if (!offers.data) return null;
  const { channels, warehouses, warehouseId, ...measures } = offers.data;
  return (
    <FormDrawer
      open
      title={t('label.title', { number: one.number })}
      call={buyReturnLabel}
      initial={{
        id: one.id,
        ...measures,
        pieces: [],
        warehouseId: warehouseId ?? warehouses[0]?.id ?? null,
        channelId: channels[0]?.id ?? null,
      }}
      verb={t('label.verb')}
      onDone={({ trackingNumber }) => toast.success(t('label.done', { number: trackingNumber }))}
      refresh={[getReturn, listReturns]}
      toInput={({ serviceCode, ...values }: Values) => ({ ...values, ...(serviceCode ? { serviceCode } : {}) })}
      onClose={onClose}
    >
      {channels.length === 0 && (
        <Alert className="tw-order-alert" type="warning" showIcon title={t('label.noChannels')} />
      )}
      <Box offers={offers.data} />
      <FurtherBoxes />
      <Prices id={one.id} />
    </FormDrawer>
  );
}

function Box({ offers: { channels, warehouses } }: { offers: Offers }): ReactNode {
  const { t } = useTranslation('returns');
  const optionsOf = (list: readonly { id: number; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  const fields: FieldsOf<Values> = [
    { kind: 'select', name: 'warehouseId', label: t('label.to'), options: optionsOf(warehouses) },
    { kind: 'select', name: 'channelId', label: t('label.channel'), options: optionsOf(channels) },
    { kind: 'number', name: 'weightGrams', label: t('label.weight'), suffix: 'g', digits: 0, half: true },
    { kind: 'number', name: 'lengthMm', label: t('label.length'), suffix: 'mm', digits: 0, half: true },
    { kind: 'number', name: 'widthMm', label: t('label.width'), suffix: 'mm', digits: 0, half: true },
    { kind: 'number', name: 'heightMm', label: t('label.height'), suffix: 'mm', digits: 0, half: true },
  ];
  return <FormFields<Values> fields={fields} />;
}

const SIDES = ['weightGrams', 'lengthMm', 'widthMm', 'heightMm'] as const;
const MEASURES = ['warehouseId', 'channelId', ...SIDES, 'pieces'] as const;

/** Boxes beside the first: each gets a label of its own. */
function FurtherBoxes(): ReactNode {
  const { t } = useTranslation('returns');
  const labels = {
    weightGrams: t('label.weight'),
    lengthMm: t('label.length'),
    widthMm: t('label.width'),
    heightMm: t('label.height'),
  };
  return (
    <Form.List name="pieces">
      {(boxes, { add, remove }) => (
        <>
          {boxes.map(({ key, name }) => (
            <fieldset key={key} className="tw-returns-box">
              <legend>{t('label.box', { no: name + 2 })}</legend>
              {SIDES.map((side) => (
                <Form.Item
                  key={side}
                  name={[name, side]}
                  label={labels[side]}
                  rules={side === 'weightGrams' ? [{ required: true, message: t('label.needWeight') }] : []}
                >
                  <InputNumber
                    min={1}
                    precision={0}
                    inputMode="numeric"
                    suffix={side === 'weightGrams' ? 'g' : 'mm'}
                    aria-label={`${t('label.box', { no: name + 2 })} ${labels[side]}`}
                  />
                </Form.Item>
              ))}
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('label.removeBox', { no: name + 2 })}
                onClick={() => remove(name)}
              />
            </fieldset>
          ))}
          {boxes.length < MOST_FURTHER && (
            <p>
              <Button type="dashed" block icon={<PlusOutlined />} onClick={() => add({})}>
                {t('label.addBox')}
              </Button>
            </p>
          )}
        </>
      )}
    </Form.List>
  );
}
const MOST_FURTHER = 49;

/** The carrier's rates for what the form says; a change of it makes them void. */
function Prices({ id }: { id: number }): ReactNode {
  const { t } = useTranslation('returns');
  const form = Form.useFormInstance<Values>();
  const values = Form.useWatch((all: Partial<Values>) => MEASURES.map((name) => all[name]), form);
  const observed = JSON.stringify(values);
  const compare = useAct(quoteReturnLabel);
  const { reset } = compare;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the observed values are the trigger
  useEffect(() => {
    form.setFieldValue('serviceCode', undefined);
    reset();
  }, [observed]);
  const quotes = compare.data?.quotes;
  const priceOf = (amount: string | null, currency: string) =>
    amount === null || currency === '' ? t('label.noPrice') : `${formatMoney(amount, currency)} ${currency}`;
  return (
    <>
      <Button
        loading={compare.isPending}
        onClick={() => {
          const { serviceCode: _service, ...box } = form.getFieldsValue(true) as Values;
          compare.mutate({ ...box, id });
        }}
      >
        {t('label.compare')}
      </Button>
      {quotes?.length === 0 && <p className="tw-muted">{t('label.noQuotes')}</p>}
      <Form.Item name="serviceCode" hidden={!quotes?.length} style={{ marginTop: 12 }}>
        <Radio.Group
          aria-label={t('label.service')}
          style={{ display: 'grid', gap: 8 }}
          options={(quotes ?? []).map(({ serviceCode, serviceName, amount, currency }) => ({
            value: serviceCode,
            label: `${serviceName} · ${priceOf(amount, currency)}`,
          }))}
        />
      </Form.Item>
      <p className="tw-muted">{t('label.help')}</p>
    </>
  );
}
