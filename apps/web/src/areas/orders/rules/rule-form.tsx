import { listRules, RULE_DECISIONS, SPLIT_BY, saveRule } from '@tradewind/contract/orders.ts';
import { Form, Input, InputNumber, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '../../../api/hooks.ts';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import type { Option } from '../../../components/list-page.tsx';
import type { Choices } from './choices.ts';
import { ConditionFields } from './conditions.tsx';
import type { Kind, Rule } from './words.ts';

/** The default action of a new rule. */
const FIRST = {
  review: { decision: 'pass' },
  warehouse: {},
  channel: {},
  tag: {},
  priority: { priority: 10 },
  split: { splitBy: 'stock' },
  merge: { merge: 'suggest' },
} as const satisfies Record<Kind, Rule['action']>;

interface RuleFormProps {
  kind: Kind;
  /** Missing: a new rule. Without an id: a copy. */
  rule?: Omit<Rule, 'id' | 'version'> & Partial<Pick<Rule, 'id' | 'version'>>;
  choices: Choices;
  onClose: () => void;
}

export function RuleForm({ kind, rule, choices, onClose }: RuleFormProps): ReactNode {
  const { t } = useTranslation('orders');
  const refresh = useRefresh();
  return (
    <FormDrawer
      open
      size={760}
      title={rule?.id === undefined ? t(`rule.add.${kind}`) : t('rule.editTitle', { name: rule.name })}
      call={saveRule}
      initial={{
        ...(rule?.id === undefined ? {} : { id: rule.id }),
        ...(rule?.version === undefined ? {} : { version: rule.version }),
        kind,
        name: rule?.name ?? '',
        enabled: rule?.enabled ?? true,
        conditions: rule?.conditions ?? [],
        action: rule?.action ?? FIRST[kind],
      }}
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
    </FormDrawer>
  );
}

function ActionField({ kind, choices }: { kind: Kind; choices: Choices }): ReactNode {
  const { t } = useTranslation('orders');
  const form = Form.useFormInstance();
  const splitBy: unknown = Form.useWatch(['action', 'splitBy'], form);
  const label = t(`rule.does.${kind}`);
  const item = (name: keyof Rule['action'], control: ReactNode, caption = label) => (
    <Form.Item
      name={['action', name]}
      label={caption}
      rules={[{ required: true, message: t('form.required', { name: caption }) }]}
    >
      {control}
    </Form.Item>
  );
  const select = (options: readonly Option[], mode?: 'multiple') => (
    <Select
      {...(mode ? { mode } : {})}
      showSearch={{ optionFilterProp: 'label' }}
      options={options.map((option) => ({ value: option.value, label: option.label }))}
    />
  );
  switch (kind) {
    case 'review':
      return item('decision', select(RULE_DECISIONS.map((value) => ({ value, label: t(`rule.decision.${value}`) }))));
    case 'warehouse':
      return item('warehouseId', select(choices.warehouses));
    case 'channel':
      return item('channelId', select(choices.channels));
    case 'tag':
      return item('tagIds', select(choices.tags, 'multiple'));
    case 'priority':
      return item('priority', <InputNumber min={-100} max={100} precision={0} />);
    case 'split':
      return (
        <>
          {item('splitBy', select(SPLIT_BY.map((value) => ({ value, label: t(`rule.splitBy.${value}`) }))))}
          {(splitBy === 'weight' || splitBy === 'quantity') &&
            item(
              'limit',
              <InputNumber min={1} precision={0} suffix={splitBy === 'weight' ? 'g' : ''} style={{ width: 160 }} />,
              t('rule.limit'),
            )}
        </>
      );
    case 'merge':
      return item(
        'merge',
        select((['auto', 'suggest'] as const).map((value) => ({ value, label: t(`rule.mergeTo.${value}`) }))),
      );
  }
}
