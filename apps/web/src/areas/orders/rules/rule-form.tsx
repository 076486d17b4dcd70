import type { InputOf } from '@tradewind/contract/call.ts';
import { listRules, type rehearseRules, saveRule } from '@tradewind/contract/orders.ts';
import { Form, Input, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { FormDrawer, type FormValues } from '../../../components/form-drawer.tsx';
import type { Choices } from './choices.ts';
import { ConditionFields } from './conditions.tsx';
import { Rehearsal } from './rehearsal.tsx';
import type { Kind, Rule } from './words.ts';

const DECISIONS = ['pass', 'review', 'hold', 'exception'] as const;

interface RuleFormProps {
  kind: Kind;
  /** Missing: a new one. Without an id: a copy. */
  rule?: Omit<Rule, 'id' | 'version'> & Partial<Pick<Rule, 'id' | 'version'>>;
  choices: Choices;
  onClose: () => void;
}

export function RuleForm({ kind, rule, choices, onClose }: RuleFormProps): ReactNode {
  const { t } = useTranslation('orders');
  const may = useButtons();
  const refresh = useRefresh();
  const initial = {
    name: rule?.name ?? '',
    enabled: rule?.enabled ?? true,
    conditions: rule?.conditions ?? [],
    action: rule?.action ?? (kind === 'review' ? { decision: 'pass' } : {}),
  };
  const draftOf = (values: FormValues) =>
    ({ ...initial, ...values, kind, ...(rule?.id === undefined ? {} : { id: rule.id }) }) as InputOf<
      typeof rehearseRules
    >;
  return (
    <FormDrawer
      open
      size={760}
      title={rule?.id === undefined ? t(`rule.add.${kind}`) : t('rule.editTitle', { name: rule.name })}
      call={saveRule}
      initial={initial}
      toInput={(values) => ({ ...draftOf(values), ...(rule?.version === undefined ? {} : { version: rule.version }) })}
      verb={t('rule.save')}
      success={t('rule.saved')}
      refresh={[listRules]}
      onReload={() => {
        refresh(listRules);
        onClose();
      }}
      onClose={onClose}
    >
      <div className="tw-rule-head">
        <Form.Item
          name="name"
          label={t('rule.name')}
          rules={[{ required: true, whitespace: true, message: t('form.required', { name: t('rule.name') }) }]}
        >
          <Input maxLength={80} autoFocus autoComplete="off" />
        </Form.Item>
        <Form.Item name="enabled" label={t('rule.enabled')} valuePropName="checked">
          <Switch />
        </Form.Item>
      </div>
      <ConditionFields choices={choices} />
      <ActionField kind={kind} choices={choices} />
      {may('run') && <Rehearsal kind={kind} draftOf={draftOf} />}
    </FormDrawer>
  );
}

function ActionField({ kind, choices }: { kind: Kind; choices: Choices }): ReactNode {
  const { t } = useTranslation('orders');
  const [name, options] =
    kind === 'review'
      ? (['decision', DECISIONS.map((value) => ({ value, label: t(`rule.decision.${value}`) }))] as const)
      : kind === 'warehouse'
        ? (['warehouseId', choices.warehouses] as const)
        : (['channelId', choices.channels] as const);
  return (
    <Form.Item
      name={['action', name]}
      label={t(`rule.does.${kind}`)}
      rules={[{ required: true, message: t('form.required', { name: t(`rule.does.${kind}`) }) }]}
    >
      <Select options={options.map(({ value, label }) => ({ value, label }))} />
    </Form.Item>
  );
}
