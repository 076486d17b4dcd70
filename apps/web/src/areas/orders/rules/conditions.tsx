import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { RULE_FIELDS } from '@tradewind/contract/orders.ts';
import { Button, Form, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choices } from './choices.ts';
import { emptyValue, type Field, isNumber, OPERATORS, type Operator, takesMany, takesNothing } from './fields.ts';

const FIELDS = Object.keys(OPERATORS).filter((name): name is Field => RULE_FIELDS.some((field) => field === name));

/** Conditions that must all match. Without conditions, the rule matches every order. */
export function ConditionFields({ choices }: { choices: Choices }): ReactNode {
  const { t } = useTranslation('orders');
  return (
    <Form.List name="conditions">
      {(items, { add, remove }) => (
        <div className="tw-conditions">
          <div className="tw-conditions-head">{t(items.length === 0 ? 'rule.always' : 'rule.whenAll')}</div>
          {items.map((item) => (
            <Condition key={item.key} at={item.name} choices={choices} onRemove={() => remove(item.name)} />
          ))}
          <Button
            icon={<PlusOutlined />}
            disabled={items.length >= 20}
            onClick={() => add({ field: 'country', operator: 'in', value: [] })}
          >
            {t('rule.addCondition')}
          </Button>
        </div>
      )}
    </Form.List>
  );
}

function Condition({ at, choices, onRemove }: { at: number; choices: Choices; onRemove: () => void }): ReactNode {
  const { t } = useTranslation('orders');
  const form = Form.useFormInstance();
  const field: Field = Form.useWatch(['conditions', at, 'field'], form) ?? 'country';
  const operator: Operator = Form.useWatch(['conditions', at, 'operator'], form) ?? 'in';
  const put = (values: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(values)) form.setFieldValue(['conditions', at, name], value);
  };
  const chooseField = (chosen: Field) => {
    const [first = 'in'] = OPERATORS[chosen];
    put({ operator: first, value: emptyValue(chosen, first), of: undefined });
  };
  const chooseOperator = (chosen: Operator) => {
    if (
      takesMany(chosen) !== takesMany(operator) ||
      takesNothing(chosen) ||
      chosen === 'inRange' ||
      operator === 'inRange'
    )
      put({ value: emptyValue(field, chosen) });
  };
  return (
    <div className="tw-condition" data-of={field === 'skuUnits' || undefined}>
      <Form.Item name={[at, 'field']} noStyle>
        <Select
          aria-label={t('rule.fieldLabel')}
          showSearch={{ optionFilterProp: 'label' }}
          options={FIELDS.map((value) => ({ value, label: t(`rule.field.${value}`) }))}
          onChange={chooseField}
        />
      </Form.Item>
      <Form.Item name={[at, 'operator']} noStyle>
        <Select
          aria-label={t('rule.operatorLabel')}
          options={OPERATORS[field].map((value) => ({ value, label: t(`rule.operator.${value}`) }))}
          onChange={chooseOperator}
        />
      </Form.Item>
      <div className="tw-condition-value">
        {field === 'skuUnits' && (
          <Form.Item name={[at, 'of']} noStyle rules={[{ required: true, message: t('rule.valueNeeded') }]}>
            <Input aria-label={t('rule.field.sku')} placeholder={t('rule.field.sku')} maxLength={100} />
          </Form.Item>
        )}
        {!takesNothing(operator) && (
          <Form.Item
            name={[at, 'value']}
            style={{ margin: 0 }}
            rules={[{ required: true, message: t('rule.valueNeeded') }]}
          >
            <Value field={field} operator={operator} choices={choices} />
          </Form.Item>
        )}
      </div>
      <Button type="text" icon={<DeleteOutlined />} aria-label={t('rule.removeCondition')} onClick={onRemove} />
    </div>
  );
}

interface ValueProps {
  field: Field;
  operator: Operator;
  choices: Choices;
  /** From the form. */
  id?: string;
  value?: string | string[];
  onChange?: (value: string | string[]) => void;
}

function Value({ field, operator, choices, id, value, onChange }: ValueProps): ReactNode {
  const { t } = useTranslation('orders');
  const options = choices.values[field]?.map((option) => ({ value: String(option.value), label: option.label }));
  const shared = { id: id ?? '', 'aria-label': t('rule.valueLabel') };
  if (takesMany(operator))
    return (
      <Select
        {...shared}
        mode={options ? 'multiple' : 'tags'}
        maxCount={500}
        tokenSeparators={options ? [] : [',', ';', '\n', ' ']}
        placeholder={t(options ? 'rule.choose' : operator === 'inRange' ? 'rule.typeRanges' : 'rule.typeSeveral')}
        showSearch={{ optionFilterProp: 'label' }}
        options={options ?? []}
        value={[value ?? []].flat().filter(Boolean)}
        onChange={(chosen: string[]) => onChange?.(chosen)}
      />
    );
  if (options)
    return (
      <Select
        {...shared}
        options={options}
        value={String(value ?? '')}
        onChange={(chosen: string) => onChange?.(chosen)}
      />
    );
  if (isNumber(field))
    return (
      <InputNumber
        {...shared}
        stringMode
        min="0"
        controls={false}
        style={{ width: '100%' }}
        suffix={field === 'weightGrams' ? 'g' : field === 'promiseHours' ? 'h' : ''}
        value={String(value ?? '')}
        onChange={(number) => onChange?.(number ?? '')}
      />
    );
  return (
    <Input
      {...shared}
      maxLength={200}
      value={String(value ?? '')}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}
