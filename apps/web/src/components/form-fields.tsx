import { Checkbox, DatePicker, Form, Input, InputNumber, Select, Space, Switch } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Option } from './list/filters.ts';
import { namePath } from './place-errors.ts';

interface Common {
  /** A path into the call's input: "company.name". */
  name: string;
  label: string;
  required?: boolean;
  /** Half of the width; the whole of it unless told. */
  half?: boolean;
  help?: string;
  disabled?: boolean;
  placeholder?: string;
  /** Said when the text does not fit. */
  pattern?: { value: RegExp; message: string };
}
export type FormField =
  | (Common & { kind: 'text' | 'password'; max?: number; suffix?: string })
  | (Common & { kind: 'textarea'; rows?: number; max?: number })
  | (Common & { kind: 'number'; min?: number; max?: number; digits?: number; suffix?: string })
  /** An exact decimal as text, as money travels. */
  | (Common & { kind: 'decimal'; digits?: number; suffix?: string })
  | (Common & {
      kind: 'select' | 'multi';
      options: readonly Option[];
      loading?: boolean;
      onSearch?: (text: string) => void;
    })
  | (Common & { kind: 'date'; min?: string })
  | (Common & { kind: 'switch' | 'check' })
  /** Anything that takes value and onChange. */
  | (Common & { kind: 'custom'; control: ReactNode });

export function FormFields({ fields }: { fields: readonly FormField[] }): ReactNode {
  return (
    <div className="tw-form-grid">
      {fields.map((field) => (
        <Field key={field.name} field={field} />
      ))}
    </div>
  );
}

function Field({ field }: { field: FormField }): ReactNode {
  const { t } = useTranslation();
  const needsText =
    field.kind === 'text' || field.kind === 'password' || field.kind === 'textarea' || field.kind === 'decimal';
  return (
    <Form.Item
      name={namePath(field.name)}
      label={field.kind === 'check' ? undefined : field.label}
      className={field.half ? 'tw-half' : 'tw-full'}
      extra={field.help}
      valuePropName={field.kind === 'switch' || field.kind === 'check' ? 'checked' : 'value'}
      {...(field.kind === 'date'
        ? {
            getValueProps: (value?: string) => ({ value: value ? dayjs(value) : null }),
            normalize: (value: dayjs.Dayjs | null) => value?.format('YYYY-MM-DD') ?? null,
          }
        : {})}
      rules={[
        {
          required: field.required ?? false,
          // Said of anything but text, antd would take the rule to mean that the value has to be text.
          ...(needsText ? { whitespace: true } : {}),
          message: t('form.required', { name: field.label }),
        },
        ...(field.pattern ? [{ pattern: field.pattern.value, message: field.pattern.message }] : []),
      ]}
    >
      {control(field)}
    </Form.Item>
  );
}

function control(field: FormField): ReactNode {
  const shared = { disabled: field.disabled ?? false, placeholder: field.placeholder ?? '' };
  switch (field.kind) {
    case 'text':
      return <Input {...shared} maxLength={field.max ?? 200} suffix={field.suffix} autoComplete="off" />;
    case 'password':
      return <Input.Password {...shared} maxLength={field.max ?? 100} autoComplete="new-password" />;
    case 'textarea':
      return (
        <Input.TextArea {...shared} autoSize={{ minRows: field.rows ?? 2, maxRows: 8 }} maxLength={field.max ?? 2000} />
      );
    case 'number':
      return <NumberBox field={field} text={false} />;
    case 'decimal':
      return <NumberBox field={field} text />;
    case 'select':
    case 'multi':
      return (
        <Select
          {...shared}
          allowClear={!field.required}
          {...(field.kind === 'multi' ? { mode: 'multiple' as const } : {})}
          loading={field.loading ?? false}
          options={field.options.map(({ value, label, disabled = false }) => ({ value, label, disabled }))}
          showSearch={{
            optionFilterProp: 'label',
            ...(field.onSearch ? { onSearch: field.onSearch, filterOption: false } : {}),
          }}
        />
      );
    case 'date':
      return <DatePicker {...shared} {...(field.min ? { minDate: dayjs(field.min) } : {})} style={{ width: '100%' }} />;
    case 'switch':
      return <Switch disabled={shared.disabled} />;
    case 'check':
      return <Checkbox disabled={shared.disabled}>{field.label}</Checkbox>;
    case 'custom':
      return field.control;
  }
}

type NumberField = Extract<FormField, { kind: 'number' | 'decimal' }>;
/** Form hands value and onChange to the outermost control. */
function NumberBox({ field, text, ...given }: { field: NumberField; text: boolean }): ReactNode {
  const box = (
    <InputNumber
      {...given}
      disabled={field.disabled ?? false}
      placeholder={field.placeholder ?? ''}
      stringMode={text}
      controls={false}
      style={{ width: '100%' }}
      {...(field.kind === 'number'
        ? { min: field.min ?? 0, max: field.max ?? Number.MAX_SAFE_INTEGER, precision: field.digits ?? 0 }
        : {})}
    />
  );
  if (!field.suffix) return box;
  return (
    <Space.Compact block>
      {box}
      <Space.Addon>{field.suffix}</Space.Addon>
    </Space.Compact>
  );
}
