import { SearchOutlined } from '@ant-design/icons';
import { DatePicker, Input, InputNumber, Select, Space } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOf, pickerDay, useCompanyClock } from '../days.ts';
import type { Filter, FilterValues } from './filters.ts';

interface FieldProps<F extends Filter> {
  filter: F;
  values: FilterValues;
  onChange: (changed: FilterValues) => void;
}
type Of<K extends Filter['kind']> = Extract<Filter, { kind: K }>;

export function FilterField({ filter, ...rest }: FieldProps<Filter>): ReactNode {
  switch (filter.kind) {
    case 'text':
      return <TextField filter={filter} {...rest} />;
    case 'select':
    case 'multi':
      return <ChoiceField filter={filter} {...rest} />;
    case 'day':
      return <DayField filter={filter} {...rest} />;
    case 'dates':
      return <DatesField filter={filter} {...rest} />;
    case 'numbers':
      return <NumbersField filter={filter} {...rest} />;
  }
}

const TYPING_MS = 350;

/** Searches for typed text after a short pause, or at once on Enter. */
function TextField({ filter, values, onChange }: FieldProps<Of<'text'>>): ReactNode {
  const input = values[filter.name] ?? '';
  const [draft, setDraft] = useState({ input, text: input });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (draft.input !== input) setDraft({ input, text: input });
  const commit = (text: string) => {
    clearTimeout(timer.current);
    if (text.trim() !== input) onChange({ [filter.name]: text.trim() });
  };
  return (
    <Input
      allowClear
      data-list-search=""
      prefix={<SearchOutlined className="tw-muted" />}
      style={{ width: filter.width ?? 250 }}
      placeholder={filter.label}
      title={filter.label}
      aria-label={filter.label}
      value={draft.text}
      onChange={(event) => {
        const text = event.target.value;
        setDraft({ input, text });
        clearTimeout(timer.current);
        timer.current = setTimeout(() => commit(text), text === '' ? 0 : TYPING_MS);
      }}
      onPressEnter={(event) => commit(event.currentTarget.value)}
    />
  );
}

function ChoiceField({ filter, values, onChange }: FieldProps<Of<'select'> | Of<'multi'>>): ReactNode {
  const input = values[filter.name] ?? '';
  const chosen = input === '' ? [] : input.split(',');
  const options = filter.options.map((option) => ({ value: String(option.value), label: option.label }));
  const shared = {
    allowClear: true,
    options,
    loading: filter.loading ?? false,
    placeholder: filter.label,
    'aria-label': filter.label,
    style: { minWidth: filter.width ?? 130 },
    popupMatchSelectWidth: false,
    showSearch: { optionFilterProp: 'label' as const },
  };
  if (filter.kind === 'multi')
    return (
      <Select
        {...shared}
        mode="multiple"
        maxTagCount={1}
        value={chosen}
        onChange={(next: string[]) => onChange({ [filter.name]: next.join(',') })}
      />
    );
  return (
    <Select
      {...shared}
      value={input || undefined}
      onChange={(next?: string) => onChange({ [filter.name]: next ?? '' })}
    />
  );
}

function DayField({ filter, values, onChange }: FieldProps<Of<'day'>>): ReactNode {
  return (
    <DatePicker
      allowClear={false}
      style={{ width: filter.width ?? 150 }}
      aria-label={filter.label}
      value={pickerDay(values[filter.name])}
      onChange={(day) => onChange({ [filter.name]: dayOf(day) ?? '' })}
    />
  );
}

const RANGES = [
  ['today', 0, 0],
  ['yesterday', 1, 1],
  ['last7', 6, 0],
  ['last30', 29, 0],
  ['last90', 89, 0],
] as const;

function DatesField({ filter, values, onChange }: FieldProps<Of<'dates'>>): ReactNode {
  const { t } = useTranslation();
  const [from, to] = filter.name;
  const clock = useCompanyClock();
  return (
    <DatePicker.RangePicker
      style={{ width: filter.width ?? 240 }}
      aria-label={filter.label}
      allowEmpty
      placeholder={[filter.label, t('list.until')]}
      presets={RANGES.map(([key, back, until]) => ({
        label: t(`list.range.${key}`),
        value: [clock.now().subtract(back, 'day'), clock.now().subtract(until, 'day')],
      }))}
      value={[pickerDay(values[from]), pickerDay(values[to])]}
      onChange={(range) => onChange({ [from]: dayOf(range?.[0]) ?? '', [to]: dayOf(range?.[1]) ?? '' })}
    />
  );
}

function NumbersField({ filter, values, onChange }: FieldProps<Of<'numbers'>>): ReactNode {
  const { t } = useTranslation();
  const [min, max] = filter.name;
  const field = (name: string, word: string) => (
    <InputNumber
      key={`${name}${values[name] ?? ''}`}
      stringMode
      controls={false}
      style={{ width: 92 }}
      placeholder={word}
      aria-label={`${filter.label} ${word}`}
      defaultValue={values[name] ?? ''}
      onBlur={(event) => {
        const text = event.target.value.replace(/[^\d.-]/g, '');
        if (text !== (values[name] ?? '')) onChange({ [name]: text });
      }}
      onPressEnter={(event) => event.currentTarget.blur()}
    />
  );
  return (
    <Space.Compact>
      <Space.Addon>{filter.label}</Space.Addon>
      {field(min, t('list.min'))}
      {field(max, t('list.max'))}
    </Space.Compact>
  );
}
