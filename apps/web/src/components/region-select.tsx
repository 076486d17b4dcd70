import { getCity, getProvince } from '@tradewind/contract/company.ts';
import { Form, Select } from 'antd';
import type { NamePath } from 'antd/es/form/interface';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../api/hooks.ts';

interface Input {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}
const FOREVER = { staleMs: Number.POSITIVE_INFINITY };
const options = (words: string[] | undefined) => words?.map((value) => ({ value, label: value })) ?? [];
const SEARCH = { optionFilterProp: 'label' };

/** A province of the list; a new choice clears the field `city`. Companies abroad leave both empty. */
export function ProvinceSelect({ city, value, onChange, ...input }: Input & { city: NamePath }): ReactNode {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const { data, isPending } = useCall(getProvince, {}, FOREVER);
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

/** Cities of the province in the form. */
export function CitySelect({ province, value, onChange, ...input }: Input & { province: NamePath }): ReactNode {
  const { t } = useTranslation();
  const chosen: unknown = Form.useWatch(province);
  const within = typeof chosen === 'string' ? chosen : '';
  const { data, isLoading } = useCall(getCity, { province: within }, { ...FOREVER, enabled: within !== '' });
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
