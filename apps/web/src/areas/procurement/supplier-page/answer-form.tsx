import { answerSupplierOrder } from '@tradewind/contract/procurement.ts';
import { Alert, Button, Form, Input, InputNumber } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormProblem } from '../../../public/problem.tsx';
import { useFormAct } from '../../../public/use-form-act.ts';
import { LineFacts } from './supplier-order-parts.tsx';
import type { SendingProps, SupplierLine } from './types.ts';

interface Values {
  lines: { promisedOn?: string; packs?: number; remark?: string }[];
}

/** What stands: the proposal that waits, else the order itself. */
const startOf = (line: SupplierLine) => {
  const waits = line.answer?.state === 'waiting' ? line.answer : undefined;
  return {
    promisedOn: (waits ?? line).promisedOn ?? '',
    packs: (waits ?? line).packs,
    remark: waits?.remark ?? '',
  };
};
const differs = (line: SupplierLine, typed: Values['lines'][number] | undefined) =>
  typed !== undefined && ((typed.promisedOn || null) !== line.promisedOn || typed.packs !== line.packs);

/** The supplier confirms the lines, or changes days and quantities: these are proposals to the buyer. */
export function AnswerForm({ order, linkKey, onSent }: SendingProps): ReactNode {
  const { t } = useTranslation('procurement');
  const [form] = Form.useForm<Values>();
  const [done, setDone] = useState<{ proposed: number }>();
  const act = useFormAct(answerSupplierOrder, form);
  const typed = Form.useWatch('lines', form);
  const changed = order.lines.filter((line, at) => differs(line, typed?.[at])).length;
  const answered = order.lines.every((line) => line.answer !== null);
  const submit = async ({ lines }: Values) => {
    const sent = order.lines.map((line, at) => ({
      lineId: line.id,
      promisedOn: lines[at]?.promisedOn || null,
      packs: lines[at]?.packs ?? line.packs,
      remark: lines[at]?.remark ?? '',
    }));
    if (!(await act.submit({ key: linkKey, lines: sent }))) return;
    setDone({ proposed: changed });
    onSent();
  };
  return (
    <section className="tw-supplier-part">
      <h2>{t('supplierOrder.answer')}</h2>
      <p className="tw-muted">{t('supplierOrder.answerHelp')}</p>
      {done && (
        <Alert
          type="success"
          showIcon
          role="status"
          title={t(done.proposed > 0 ? 'supplierOrder.proposed' : 'supplierOrder.confirmed', {
            company: order.company,
          })}
        />
      )}
      <Form
        form={form}
        layout="vertical"
        initialValues={{ lines: order.lines.map(startOf) }}
        onValuesChange={() => setDone(undefined)}
        onFinish={(values) => void submit(values)}
      >
        <FormProblem error={act.problem} />
        <ul className="tw-supplier-lines">
          {order.lines.map((line, at) => (
            <li key={line.id}>
              <LineFacts line={line} order={order} />
              {line.answer?.state === 'refused' && line.answer.decision && (
                <p className="tw-supplier-refused">{t('supplierOrder.reason', { reason: line.answer.decision })}</p>
              )}
              <LineFields line={line} at={at} changed={differs(line, typed?.[at])} none={typed?.[at]?.packs === 0} />
            </li>
          ))}
        </ul>
        <Button
          type={answered && changed === 0 ? 'default' : 'primary'}
          size="large"
          htmlType="submit"
          block
          loading={act.busy}
        >
          {changed > 0 ? t('supplierOrder.propose', { count: changed }) : t('supplierOrder.confirm')}
        </Button>
      </Form>
    </section>
  );
}

interface LineFieldsProps {
  line: SupplierLine;
  at: number;
  changed: boolean;
  /** The supplier cannot deliver it. */
  none: boolean;
}

function LineFields({ line, at, changed, none }: LineFieldsProps): ReactNode {
  const { t } = useTranslation('procurement');
  return (
    <div className="tw-supplier-fields">
      <Form.Item
        name={['lines', at, 'promisedOn']}
        label={t('supplierOrder.promisedOn')}
        extra={changed && line.promisedOn ? t('supplierOrder.wasDay', { day: line.promisedOn }) : undefined}
      >
        <Input type="date" />
      </Form.Item>
      <Form.Item
        name={['lines', at, 'packs']}
        label={t(line.packSize > 1 ? 'supplierOrder.packs' : 'supplierOrder.quantity', { size: line.packSize })}
        rules={[{ required: true, message: t('supplierOrder.needQuantity') }]}
        extra={changed ? t('supplierOrder.wasPacks', { packs: line.packs }) : t('supplierOrder.noneHelp')}
      >
        <InputNumber min={0} max={10_000_000} precision={0} inputMode="numeric" />
      </Form.Item>
      {changed && (
        <Form.Item
          name={['lines', at, 'remark']}
          label={t('supplierOrder.why')}
          className="tw-supplier-why"
          rules={none ? [{ required: true, whitespace: true, message: t('supplierOrder.needWhy') }] : []}
        >
          <Input maxLength={300} placeholder={t('supplierOrder.whyHint')} />
        </Form.Item>
      )}
    </div>
  );
}
