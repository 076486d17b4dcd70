import type { InputOf } from '@tradewind/contract/call.ts';
import { getUserList } from '@tradewind/contract/identity.ts';
import {
  createWavesCall,
  listOutbounds,
  listWaves,
  outboundTabs,
  WAVE_METHODS,
  waveTabs,
} from '@tradewind/contract/warehouse.ts';
import { Checkbox, Form, InputNumber, Modal, Radio, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall, useRefresh } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import type { BulkResultData } from '../../../components/list-page.tsx';
import { linesOptions } from './lines-options.ts';

type WaveInput = InputOf<typeof createWavesCall>;
interface Question {
  input: WaveInput;
  count: number;
  answer: (result: Promise<BulkResultData | undefined>) => void;
}

/** Asks for the rules of the waves, makes them, and tells which orders could not join. */
export function useAskWave(): [
  ask: (input: WaveInput, count: number) => Promise<BulkResultData | undefined>,
  dialog: ReactNode,
] {
  const [question, setQuestion] = useState<Question>();
  const { t } = useTranslation('warehouse');
  const refresh = useRefresh();
  const ask = (input: WaveInput, count: number) =>
    new Promise<BulkResultData | undefined>((answer) => setQuestion({ input, count, answer }));
  const make = async (rules: Partial<WaveInput>): Promise<BulkResultData> => {
    if (!question) return { done: 0, failed: [] };
    const made = await callApi(createWavesCall, { ...question.input, ...rules });
    refresh(listWaves, waveTabs, listOutbounds, outboundTabs);
    if (made.waves.length > 0) toast.success(t('wave.made', { count: made.waves.length, orders: made.done }));
    return made;
  };
  const close = (result: Promise<BulkResultData | undefined>) => {
    question?.answer(result);
    setQuestion(undefined);
  };
  const dialog = question && (
    <WaveDialog
      count={question.count}
      onCancel={() => close(Promise.resolve({ done: 0, failed: [] }))}
      onMake={(rules) => close(make(rules))}
    />
  );
  return [ask, dialog];
}

interface WaveDialogProps {
  count: number;
  onMake: (rules: Partial<WaveInput>) => void;
  onCancel: () => void;
}

function WaveDialog({ count, onMake, onCancel }: WaveDialogProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const [form] = Form.useForm<Partial<WaveInput>>();
  const users = useCall(getUserList, {});
  const method = Form.useWatch('method', form) ?? 'cart';
  return (
    <Modal
      open
      title={t('wave.create', { count })}
      okText={t('wave.createVerb')}
      onOk={() => form.submit()}
      onCancel={onCancel}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ lines: 'any', sameChannel: false, sameArea: false, maxOrders: 50, method: 'cart' }}
        onFinish={onMake}
      >
        <Form.Item name="lines" label={t('wave.rule.lines')}>
          <Radio.Group options={linesOptions(method, t)} />
        </Form.Item>
        <Form.Item name="method" label={t('rules.method')} extra={t(`rules.methodHelp.${method}`)}>
          <Select options={WAVE_METHODS.map((one) => ({ value: one, label: t(`rules.methods.${one}`) }))} />
        </Form.Item>
        <Form.Item name="sameChannel" valuePropName="checked" noStyle>
          <Checkbox>{t('wave.rule.sameChannel')}</Checkbox>
        </Form.Item>
        <Form.Item name="sameArea" valuePropName="checked">
          <Checkbox>{t('wave.rule.sameArea')}</Checkbox>
        </Form.Item>
        <Form.Item name="maxOrders" label={t('wave.rule.maxOrders')}>
          <InputNumber min={1} max={500} precision={0} />
        </Form.Item>
        <Form.Item name="assigneeId" label={t('wave.picker')}>
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('wave.nobody')}
            options={(users.data?.list ?? []).map((user) => ({ value: user.id, label: user.userName }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
