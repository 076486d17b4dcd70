import type { InputOf } from '@tradewind/contract/call.ts';
import { channelOptions } from '@tradewind/contract/logistics.ts';
import {
  listWaveRules,
  previewWaves,
  saveWaveRule,
  WAVE_METHODS,
  type WaveMethod,
  type WaveRule,
} from '@tradewind/contract/warehouse.ts';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { type FieldOf, FormDrawer, type StartOf } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { linesOptions } from '../outbound/lines-options.ts';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const NEW: StartOf<typeof saveWaveRule> = {
  lines: 'any',
  method: 'cart',
  maxOrders: 50,
  enabled: true,
  sameChannel: false,
  sameArea: false,
};

interface RuleFormProps {
  warehouseId: number;
  rule: WaveRule | undefined;
  onClose: () => void;
}

export function RuleForm({ warehouseId, rule, onClose }: RuleFormProps): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <FormDrawer
      open
      title={rule ? t('rules.edit', { name: rule.name }) : t('rules.add')}
      call={saveWaveRule}
      verb={t('rules.addVerb')}
      success={t('rules.saved')}
      refresh={[listWaveRules, previewWaves]}
      initial={rule ?? NEW}
      toInput={(values) => ({ ...inputOf(values), warehouseId, ...(rule ? { id: rule.id } : {}) })}
      onClose={onClose}
    >
      <Fields />
    </FormDrawer>
  );
}

/** The fields of a rule without the rest of its row. */
function inputOf(values: Omit<InputOf<typeof saveWaveRule>, 'warehouseId'>) {
  const { name, enabled, lines, sameChannel, sameArea, maxOrders, method } = values;
  const { channelId = null, maxLines = null, maxUnits = null, area = '', cutOff = '' } = values;
  const kept = { name, enabled, lines, sameChannel, sameArea, maxOrders, method };
  return { ...kept, channelId, maxLines, maxUnits, area, cutOff };
}

function Fields(): ReactNode {
  const { t } = useTranslation('warehouse');
  const channels = useCall(channelOptions, {});
  const method: WaveMethod | undefined = Form.useWatch('method', Form.useFormInstance());
  const limit = (name: 'maxOrders' | 'maxLines' | 'maxUnits'): FieldOf<typeof saveWaveRule> => ({
    kind: 'number',
    name,
    label: t(`rules.${name}`),
    required: name === 'maxOrders',
    half: true,
  });
  return (
    <FormFields<typeof saveWaveRule>
      fields={[
        { kind: 'text', name: 'name', label: t('rules.name') },
        {
          kind: 'select',
          name: 'method',
          label: t('rules.method'),
          required: true,
          options: WAVE_METHODS.map((one) => ({ value: one, label: t(`rules.methods.${one}`) })),
          ...(method ? { help: t(`rules.methodHelp.${method}`) } : {}),
        },
        {
          kind: 'select',
          name: 'lines',
          label: t('wave.rule.lines'),
          required: true,
          half: true,
          options: linesOptions(method, t),
        },
        {
          kind: 'select',
          name: 'channelId',
          label: t('rules.channel'),
          half: true,
          placeholder: t('rules.anyChannel'),
          options: (channels.data?.list ?? []).map((channel) => ({ value: channel.id, label: channel.name })),
        },
        { kind: 'text', name: 'area', label: t('rules.area'), help: t('rules.areaHelp'), half: true },
        {
          kind: 'text',
          name: 'cutOff',
          label: t('rules.cutOff'),
          help: t('rules.cutOffHelp'),
          half: true,
          pattern: { value: TIME, message: t('rules.cutOffWrong') },
        },
        limit('maxOrders'),
        limit('maxLines'),
        limit('maxUnits'),
        { kind: 'switch', name: 'enabled', label: t('rules.enabled'), half: true },
        { kind: 'switch', name: 'sameChannel', label: t('wave.rule.sameChannel') },
        { kind: 'switch', name: 'sameArea', label: t('wave.rule.sameArea') },
      ]}
    />
  );
}
