import { getCity, getProvince } from '@tradewind/contract/company.ts';
import { Form, Select, Input as TextInput } from 'antd';
import type { NamePath } from 'antd/es/form/interface';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../api/hooks.ts';

interface Input {
  id?: string | undefined;
  value?: string | undefined;
  onChange?: ((value: string) => void) | undefined;
}
const FOREVER = { staleMs: Number.POSITIVE_INFINITY };
const options = (words: string[] | undefined) => words?.map((value) => ({ value, label: value })) ?? [];
const SEARCH = { optionFilterProp: 'label' };

/** Only China has lists: whether the country in the form is another one. */
const useAbroad = (country: NamePath) => (Form.useWatch(country) ?? 'CN') !== 'CN';
const MOST = 50;

/** A province of the list; a new choice clears the field `city`. Abroad any text. */
export function ProvinceSelect(props: Input & { country: NamePath; city: NamePath }): ReactNode {
  const { country, city, value, onChange, ...input } = props;
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const abroad = useAbroad(country);
  const { data, isPending } = useCall(getProvince, {}, { ...FOREVER, enabled: !abroad });
  if (abroad) return <Typed {...input} value={value} onChange={onChange} />;
  return (
    <Select
      {...input}
      allowClear
      showSearch={SEARCH}
      loading={isPending}
      placeholder={t('region.pick')}
      value={value || undefined}
      options={options(data)}
      onChange={(chosen: string | undefined) => {
        onChange?.(chosen ?? '');
        form.setFieldValue(city, '');
      }}
    />
  );
}

/** Cities of the province in the form. Abroad any text. */
export function CitySelect(props: Input & { country: NamePath; province: NamePath }): ReactNode {
  const { country, province, value, onChange, ...input } = props;
  const { t } = useTranslation();
  const abroad = useAbroad(country);
  const chosen: unknown = Form.useWatch(province);
  const within = typeof chosen === 'string' ? chosen : '';
  const { data, isLoading } = useCall(getCity, { province: within }, { ...FOREVER, enabled: !abroad && within !== '' });
  if (abroad) return <Typed {...input} value={value} onChange={onChange} />;
  return (
    <Select
      {...input}
      allowClear
      showSearch={SEARCH}
      loading={isLoading}
      placeholder={t('region.pick')}
      {...(within === '' ? { notFoundContent: t('region.provinceFirst') } : {})}
      value={value || undefined}
      options={options(data)}
      onChange={(city: string | undefined) => onChange?.(city ?? '')}
    />
  );
}

function Typed({ id, value = '', onChange }: Input): ReactNode {
  return (
    <TextInput
      {...(id ? { id } : {})}
      value={value}
      maxLength={MOST}
      onChange={({ target }) => onChange?.(target.value)}
    />
  );
}
