import type { Call, InputOf } from '@tradewind/contract/call.ts';
import { Checkbox, DatePicker, Form, Input, InputNumber, Select, Space, Switch } from 'antd';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { type Limits, limitsOf } from '../api/limits.ts';
import { dayOf, pickerDay } from './days.ts';
import type { Option } from './list/filters.ts';
import { namePath } from './place-errors.ts';
import { useHeld } from './use-held.ts';
import { usePause } from './use-pause.ts';

/** Paths to the values of an input: "name", "company.name", "lines.0.quantity". */
type Path<T> = T extends readonly (infer One)[]
  ? `${number}` | `${number}.${Path<One>}`
  : T extends object
    ? { [K in keyof T & string]-?: K | `${K}.${Path<NonNullable<T[K]>>}` }[keyof T & string]
    : never;

interface Common<Name extends string> {
  /** A path into the call's input: "company.name". */
  name: Name;
  label: string;
  /** By default as the call demands; the same goes for the minimum and maximum of a text or number. */
  required?: boolean;
  /** Half of the width; the whole width by default. */
  half?: boolean;
  help?: ReactNode;
  disabled?: boolean;
  placeholder?: string;
  /** The message if the text does not match. */
  pattern?: { value: RegExp; message: string };
}
export type FormField<Name extends string> =
  | (Common<Name> & { kind: 'text' | 'password'; max?: number; suffix?: string })
  | (Common<Name> & { kind: 'textarea'; rows?: number; max?: number })
  | (Common<Name> & { kind: 'number'; min?: number; max?: number; digits?: number; suffix?: string })
  /** An exact decimal as text, as money travels. */
  | (Common<Name> & { kind: 'decimal'; suffix?: string })
  | (Common<Name> & {
      kind: 'select' | 'multi';
      options: readonly Option[];
      loading?: boolean;
      onSearch?: (text: string) => void;
    })
  | (Common<Name> & { kind: 'date'; min?: string })
  | (Common<Name> & { kind: 'switch' | 'check' })
  /** Any control with value and onChange. */
  | (Common<Name> & { kind: 'custom'; control: ReactNode });

/** The values of a form: the input of its call, or a type of the form's own. */
type ValuesOf<T> = T extends Call ? InputOf<T> : T;
/** Refuses values of any name as a type, which would hide a wrong field name. */
export type Named<V, Then> = string extends keyof V ? 'give the values of the form a type' : Then;
/** A field of a form with these values, for lists of fields built outside the drawer. */
export type FieldOf<T> = FormField<Named<ValuesOf<T>, Path<ValuesOf<T>>>>;
/** False leaves a field out: `mayPrice && {...}`. */
export type FieldsOf<T> = readonly (FieldOf<T> | false | null | undefined)[];

/** The call's input with some values of the form's own, such as a whole product in place of its id. */
export type Typed<C extends Call, Own> = Omit<InputOf<C>, keyof Own> & Own;

/** Initial values of a form, as far as known. */
export type StartOf<T> = Start<ValuesOf<T>>;
type Start<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends readonly (infer One)[]
    ? readonly Start<One>[]
    : T extends object
      ? { readonly [K in keyof T]?: Start<T[K]> | null | undefined }
      : T;

/** The call of this form, whose limits apply to its fields. */
export const FormCall = createContext<Call | undefined>(undefined);

interface FormFieldsProps<T> {
  fields: FieldsOf<NoInfer<T>>;
}
/** Fields among other parts of a form, with the call's type: `<FormFields<typeof saveOrder> fields={...} />`. */
export function FormFields<T = Record<string, unknown>>({ fields }: FormFieldsProps<T>): ReactNode {
  const shown = fields as readonly (AnyField | false | null | undefined)[];
  return <div className="tw-form-grid">{shown.map((field) => field && <Field key={field.name} field={field} />)}</div>;
}

type AnyField = FormField<string>;
function Field({ field: input }: { field: AnyField }): ReactNode {
  const { t } = useTranslation();
  const call = useContext(FormCall);
  const field = call ? within(input, limitsOf(call, input.name)) : input;
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
            getValueProps: (value?: string) => ({ value: pickerDay(value) }),
            normalize: dayOf,
          }
        : {})}
      rules={[
        {
          required: field.required ?? false,
          // For anything but text, antd would read the rule as "must be text".
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

/** The page's settings of a field override the call's limits. */
function within(field: AnyField, limits: Limits | undefined): AnyField {
  if (!limits) return field;
  const { required, max, min, digits } = limits;
  const bounds = { required, ...(max === undefined ? {} : { max }) };
  switch (field.kind) {
    case 'text':
    case 'password':
    case 'textarea':
      return { ...bounds, ...field };
    case 'number':
      return {
        ...bounds,
        ...(min === undefined ? {} : { min }),
        ...(digits === undefined ? {} : { digits }),
        ...field,
      };
    default:
      return { required, ...field };
  }
}

function control(field: AnyField): ReactNode {
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
      return <ChoiceBox field={field} />;
    case 'date':
      return <DatePicker {...shared} minDate={pickerDay(field.min) ?? undefined} style={{ width: '100%' }} />;
    case 'switch':
      return <Switch disabled={shared.disabled} />;
    case 'check':
      return <Checkbox disabled={shared.disabled}>{field.label}</Checkbox>;
    case 'custom':
      return field.control;
  }
}

type ChoiceField = Extract<AnyField, { kind: 'select' | 'multi' }>;
/** Form hands value and onChange to the outermost control. */
function ChoiceBox({ field, ...input }: { field: ChoiceField }): ReactNode {
  const search = usePause(field.onSearch ?? (() => {}));
  const { shown, onMouseDown } = useHeld(field.options);
  return (
    <Select
      {...input}
      onMouseDown={onMouseDown}
      disabled={field.disabled ?? false}
      placeholder={field.placeholder ?? ''}
      allowClear={!field.required}
      {...(field.kind === 'multi' ? { mode: 'multiple' as const } : {})}
      loading={field.loading ?? false}
      options={shown.map(({ value, label, disabled = false }) => ({ value, label, disabled }))}
      showSearch={{
        optionFilterProp: 'label',
        ...(field.onSearch ? { onSearch: search, filterOption: false } : {}),
      }}
    />
  );
}

type NumberField = Extract<AnyField, { kind: 'number' | 'decimal' }>;
/** Form hands value and onChange to the outermost control. */
function NumberBox({ field, text, ...input }: { field: NumberField; text: boolean }): ReactNode {
  const box = (
    <InputNumber
      {...input}
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
