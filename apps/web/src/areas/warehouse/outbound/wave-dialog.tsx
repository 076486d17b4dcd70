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
import { Form, Modal, Radio, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall, useRefresh } from '../../../api/hooks.ts';
import { type FieldsOf, FormCall, FormFields } from '../../../components/form-fields.tsx';
import type { Outcome } from '../../../components/list-page.tsx';
import { linesOptions } from './lines-options.ts';

type WaveInput = InputOf<typeof createWavesCall>;
interface Question {
  input: WaveInput;
  count: number;
  answer: (result: Promise<Outcome>) => void;
}

/** Asks for wave rules, creates the waves and lists the orders that could not join. */
export function useAskWave(): [ask: (input: WaveInput, count: number) => Promise<Outcome>, dialog: ReactNode] {
  const [question, setQuestion] = useState<Question>();
  const { t } = useTranslation('warehouse');
  const refresh = useRefresh();
  const ask = (input: WaveInput, count: number) =>
    new Promise<Outcome>((answer) => setQuestion({ input, count, answer }));
  const make = async (rules: Partial<WaveInput>): Promise<Outcome> => {
    if (!question) return { done: 0, failed: [] };
    const made = await callApi(createWavesCall, { ...question.input, ...rules });
    refresh(listWaves, waveTabs, listOutbounds, outboundTabs);
    if (made.waves.length === 0) return made;
    return { ...made, message: t('wave.made', { count: made.waves.length, orders: made.done }) };
  };
  const close = (result: Promise<Outcome>) => {
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
  const fields = useFields(Form.useWatch('method', form) ?? 'cart');
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
        <FormCall value={createWavesCall}>
          <FormFields<typeof createWavesCall> fields={fields} />
        </FormCall>
      </Form>
    </Modal>
  );
}

function useFields(method: (typeof WAVE_METHODS)[number]): FieldsOf<typeof createWavesCall> {
  const { t } = useTranslation('warehouse');
  const users = useCall(getUserList, {});
  return [
    {
      kind: 'custom',
      name: 'lines',
      label: t('wave.rule.lines'),
      control: <Radio.Group options={linesOptions(method, t)} />,
    },
    {
      kind: 'custom',
      name: 'method',
      label: t('rules.method'),
      help: t(`rules.methodHelp.${method}`),
      control: <Select options={WAVE_METHODS.map((one) => ({ value: one, label: t(`rules.methods.${one}`) }))} />,
    },
    { kind: 'check', name: 'sameChannel', label: t('wave.rule.sameChannel'), half: true },
    { kind: 'check', name: 'sameArea', label: t('wave.rule.sameArea'), half: true },
    { kind: 'number', name: 'maxOrders', label: t('wave.rule.maxOrders') },
    {
      kind: 'select',
      name: 'assigneeId',
      label: t('wave.picker'),
      placeholder: t('wave.nobody'),
      options: (users.data?.list ?? []).map((user) => ({ value: user.id, label: user.userName })),
    },
  ];
}
