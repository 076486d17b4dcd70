import {
  type Box,
  type CartonType,
  listCartonTypes,
  listOutbounds,
  outboundTabs,
  packOutboundsCall,
  suggestCarton,
} from '@tradewind/contract/warehouse.ts';
import { Alert, Button, Form, Select } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { propose } from '../../../components/propose.ts';
import { type BoxMeasures, MeasureFields, sidesOf } from './box-measures.tsx';

interface Measures extends BoxMeasures {
  cartonId?: number;
}

interface CloseBoxProps {
  box: Box;
  onClosed: (box: Box) => void;
  onRefused: (reason: string) => void;
}

/**
 * All items are in: choose a carton type, weigh, close. The expected weight shows until the scale replaces it. A weight
 * too far from it needs one confirmation.
 */
export function CloseBox({ box, onClosed, onRefused }: CloseBoxProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const [key, setKey] = useState(() => crypto.randomUUID());
  const close = useAct(packOutboundsCall, {
    refresh: [listOutbounds, outboundTabs],
    onDone: (result) => {
      const [failed] = result.failed;
      if (failed) {
        // A retry needs a new key: the old one would return the same rejection.
        setKey(crypto.randomUUID());
        onRefused(failed.reason);
      } else onClosed({ ...box, state: 'packed' });
    },
  });
  const [form] = Form.useForm<Measures>();
  const suggested = useCall(suggestCarton, { outboundId: box.outboundId });
  const cartons = useCall(listCartonTypes, {});
  const [doubted, setOdd] = useState<number>();
  const usable = (cartons.data ?? []).filter((carton) => carton.enabled);
  const cartonId = Form.useWatch('cartonId', form);
  const typed = Form.useWatch('weightGrams', form);
  // A weight corrected after the warning is another one.
  const odd = typed === doubted ? doubted : undefined;
  const carton = usable.find((one) => one.id === cartonId);
  const goods = box.lines.reduce((sum, line) => sum + line.weightGrams * line.quantity, 0);
  // Without a known box weight nothing can be compared.
  const weighed = carton !== undefined && suggested.data?.expectedGrams != null;
  const expected = weighed ? goods + carton.weightGrams : undefined;
  const take = (chosen: CartonType | undefined) => {
    setOdd(undefined);
    form.setFieldsValue(measuresOf(chosen));
    if (goods > 0) propose(form, 'weightGrams', goods + (chosen?.weightGrams ?? 0));
  };
  const first = suggested.data?.carton ?? undefined;
  // The suggestion arrives after the form. A choice made meanwhile stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is there
  useEffect(() => {
    if (first && !form.isFieldTouched('cartonId')) take(first);
  }, [first?.id]);
  const submit = (measures: Measures) => {
    const { weightGrams } = measures;
    const tolerance = suggested.data?.toleranceGrams ?? 0;
    if (expected !== undefined && Math.abs(weightGrams - expected) > tolerance && doubted !== weightGrams)
      return setOdd(weightGrams);
    close.mutate({ boxes: [{ outboundId: box.outboundId, weightGrams, ...sidesOf(measures) }], idempotencyKey: key });
  };
  return (
    <Form<Measures>
      form={form}
      className="tw-close-box"
      layout="vertical"
      requiredMark={false}
      initialValues={goods > 0 ? { weightGrams: goods } : {}}
      onFinish={submit}
    >
      {usable.length > 0 && (
        <Form.Item
          name="cartonId"
          label={t('carton.title')}
          {...(suggested.data?.unmeasured
            ? { help: t('carton.unmeasured', { count: suggested.data.unmeasured }) }
            : {})}
        >
          <Select
            size="large"
            allowClear
            placeholder={t('carton.own')}
            options={usable.map((one) => ({
              value: one.id,
              label: one.id === first?.id ? t('carton.suggested', { name: one.name }) : one.name,
            }))}
            onChange={(id?: number) => take(usable.find((one) => one.id === id))}
          />
        </Form.Item>
      )}
      <MeasureFields />
      {odd !== undefined && expected !== undefined && (
        <Alert
          type="warning"
          showIcon
          title={t(odd > expected ? 'carton.heavy' : 'carton.light', { grams: odd, expected })}
          description={t('carton.lookAgain')}
        />
      )}
      <Button type="primary" size="large" block htmlType="submit" loading={close.isPending}>
        {t(odd === undefined ? 'scan.pack.close' : 'carton.closeAnyway')}
      </Button>
    </Form>
  );
}

const CM = 10;
function measuresOf(carton: CartonType | undefined) {
  if (!carton) return { cartonId: undefined };
  const { id: cartonId, lengthMm, widthMm, heightMm } = carton;
  return { cartonId, lengthCm: lengthMm / CM, widthCm: widthMm / CM, heightCm: heightMm / CM };
}
