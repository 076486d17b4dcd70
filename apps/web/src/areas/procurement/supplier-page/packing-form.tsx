import { UploadOutlined } from '@ant-design/icons';
import { PACKING_KINDS, sendPackingList } from '@tradewind/contract/procurement.ts';
import { Alert, Button, Form, Input, InputNumber, Upload } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accepted, refusalOf } from '../../../components/upload-rules.ts';
import { FormProblem } from '../../../public/problem.tsx';
import { useFormAct } from '../../../public/use-form-act.ts';
import { BoxesFields, type BoxesValue, boxesOf, sumsOf } from './boxes-fields.tsx';
import type { SendingProps, SupplierOrder } from './types.ts';

interface Values {
  file?: File;
  shippedOn: string;
  cartons: number;
  carrier?: string;
  trackingNumber?: string;
  remark?: string;
  goods: Record<string, number | null>;
  boxes?: BoxesValue[];
}
const LIMITS = sendPackingList.upload ?? { maxBytes: 0, kinds: PACKING_KINDS };

const restOf = (order: SupplierOrder) =>
  Object.fromEntries(order.lines.map((line) => [line.id, Math.max(line.quantity - line.packed, 0)]));

/** Lines that are closed short are not shipped. */
const packable = (order: SupplierOrder) => order.lines.filter((line) => line.quantity > 0);

/** The packing list of a shipment, with what a warehouse needs to expect it. */
export function PackingForm({ order, linkKey, onSent }: SendingProps): ReactNode {
  const { t } = useTranslation('procurement');
  const [open, setOpen] = useState(false);
  const [form] = Form.useForm<Values>();
  const [done, setDone] = useState(false);
  const act = useFormAct(sendPackingList, form);
  const submit = async ({ file, goods, boxes = [], ...values }: Values) => {
    // Numbers in a name make the form keep an array, with holes where there is no line.
    const units = Object.fromEntries(order.lines.map(({ id }) => [id, goods[id] ?? 0]));
    const sent = {
      key: linkKey,
      ...{ carrier: '', trackingNumber: '', remark: '' },
      ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
      goods: units,
      boxes: boxesOf(order, boxes),
    };
    if (!(await act.submit(sent, file))) return;
    setDone(true);
    setOpen(false);
    onSent();
  };
  return (
    <section className="tw-supplier-part">
      <h2>{t('supplierOrder.packing')}</h2>
      <p className="tw-muted">{t('supplierOrder.packingHelp')}</p>
      {done && (
        <Alert
          type="success"
          showIcon
          role="status"
          title={t('supplierOrder.packingSent', { company: order.company })}
        />
      )}
      {open ? (
        <Form
          form={form}
          layout="vertical"
          initialValues={{ goods: restOf(order) }}
          onValuesChange={(changed: Partial<Values>, { boxes = [] }: Values) => {
            if (changed.boxes && boxes.length > 0) form.setFieldsValue(sumsOf(order, boxes));
          }}
          onFinish={(values) => void submit(values)}
        >
          <FormProblem error={act.problem} />
          <ShipmentFields />
          <h3>{t('supplierOrder.packedUnits')}</h3>
          {packable(order).map((line) => (
            <Form.Item
              key={line.id}
              name={['goods', line.id]}
              label={line.supplierSku || line.sku}
              layout="horizontal"
              className="tw-supplier-unit"
            >
              <InputNumber min={0} max={line.quantity} precision={0} inputMode="numeric" />
            </Form.Item>
          ))}
          <BoxesFields order={order} />
          <Button type="primary" size="large" htmlType="submit" block loading={act.busy} style={{ marginTop: 12 }}>
            {t('supplierOrder.send')}
          </Button>
        </Form>
      ) : (
        <Button
          size="large"
          block
          icon={<UploadOutlined />}
          onClick={() => {
            setDone(false);
            setOpen(true);
          }}
        >
          {t('supplierOrder.addPacking')}
        </Button>
      )}
    </section>
  );
}

function ShipmentFields(): ReactNode {
  const { t } = useTranslation('procurement');
  return (
    <>
      <Form.Item
        name="file"
        label={t('supplierOrder.file')}
        rules={[{ required: true, message: t('supplierOrder.needFile') }]}
      >
        <FileField />
      </Form.Item>
      <div className="tw-supplier-fields">
        <Form.Item
          name="shippedOn"
          label={t('supplierOrder.shippedOn')}
          rules={[{ required: true, message: t('supplierOrder.needDay') }]}
        >
          <Input type="date" />
        </Form.Item>
        <Form.Item
          name="cartons"
          label={t('supplierOrder.cartons')}
          rules={[{ required: true, message: t('supplierOrder.needCartons') }]}
        >
          <InputNumber min={1} max={100_000} precision={0} inputMode="numeric" />
        </Form.Item>
        <Form.Item name="carrier" label={t('supplierOrder.carrier')}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="trackingNumber" label={t('supplierOrder.tracking')}>
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
        <Form.Item name="remark" label={t('supplierOrder.remark')} className="tw-supplier-why">
          <Input maxLength={300} />
        </Form.Item>
      </div>
    </>
  );
}

interface FileFieldProps {
  id?: string;
  value?: File;
  onChange?: (file: File) => void;
}

function FileField({ id, value, onChange }: FileFieldProps): ReactNode {
  const { t } = useTranslation('procurement');
  const [refused, setRefused] = useState('');
  const take = (file: File) => {
    const refusal = refusalOf(LIMITS, file);
    setRefused(refusal ? t(...refusal) : '');
    if (!refusal) onChange?.(file);
    return false;
  };
  return (
    <>
      <Upload {...(id ? { id } : {})} showUploadList={false} accept={accepted(LIMITS)} beforeUpload={take}>
        <Button icon={<UploadOutlined />}>{value ? value.name : t('supplierOrder.chooseFile')}</Button>
      </Upload>
      <div className={refused ? 'tw-supplier-refused' : 'tw-muted'} role={refused ? 'alert' : undefined}>
        {refused || t('import.kinds', { kinds: LIMITS.kinds.join(', '), megabytes: LIMITS.maxBytes / 1024 / 1024 })}
      </div>
    </>
  );
}
