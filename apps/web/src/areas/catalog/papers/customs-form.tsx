import { type CustomsRow, saveCustoms } from '@tradewind/contract/catalog.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCountries } from '../../../components/countries.ts';
import { currencyOptions } from '../../../components/currencies.ts';
import { type FieldsOf, FormDrawer } from '../../../components/form-drawer.tsx';
import { useCountryChoices } from './countries.ts';
import { CUSTOMS_CALLS, type CustomsOwner } from './customs-calls.ts';

interface CustomsFormProps {
  owner: CustomsOwner;
  row: CustomsRow | undefined;
  /** Rows whose countries are taken. */
  taken: readonly CustomsRow[];
  onClose: () => void;
}

const PATTERN = /^(\d{4,13}|\d{4}\.\d{2}(\.?\d{2,4}){0,2})?$/;

/** Adds the customs data of a product or category for a country, or changes them. */
export function CustomsForm({ owner, row, taken, onClose }: CustomsFormProps): ReactNode {
  const { t } = useTranslation('catalog');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { options } = useCountryChoices();
  const used = new Set(taken.map((one) => one.country));
  const free = options.filter(({ value }) => value === row?.country || !used.has(value));
  const {
    id,
    version,
    productId: _product,
    categoryId: _category,
    ...values
  } = row ?? {
    ...{ id: undefined, version: undefined, productId: null, categoryId: null },
    ...{ country: free[0]?.value ?? '*', currency: 'USD', value: null, cap: null },
  };
  return (
    <FormDrawer
      open
      size={560}
      title={t(row ? 'customsData.edit' : 'customsData.add')}
      call={saveCustoms}
      initial={values}
      toInput={({ value, cap, origin, ...rest }) => ({
        ...rest,
        origin: origin ?? '',
        value: value ?? null,
        cap: cap ?? null,
        ...owner,
        ...(id ? { id, version } : { idempotencyKey }),
      })}
      verb={t('customsData.save')}
      success={t('customsData.saved')}
      refresh={CUSTOMS_CALLS}
      onClose={onClose}
      fields={useFields(free)}
    />
  );
}

function useFields(countries: readonly { value: string; label: string }[]): FieldsOf<typeof saveCustoms> {
  const { t } = useTranslation('catalog');
  const origins = useCountries();
  const hs = { half: true, pattern: { value: PATTERN, message: t('hsBad') } };
  return [
    { kind: 'select', name: 'country', label: t('customsData.country'), required: true, options: countries },
    { kind: 'text', name: 'hsExport', label: t('customsData.hsExport'), ...hs },
    { kind: 'text', name: 'hsImport', label: t('customsData.hsImport'), help: t('customsData.hsHelp'), ...hs },
    { kind: 'text', name: 'nameZh', label: t('customsData.nameZh'), half: true },
    { kind: 'text', name: 'nameEn', label: t('customsData.nameEn'), half: true, help: t('customsData.nameHelp') },
    { kind: 'text', name: 'material', label: t('customsData.material'), half: true },
    { kind: 'text', name: 'purpose', label: t('customsData.purpose'), half: true },
    { kind: 'decimal', name: 'value', label: t('customsData.value'), half: true },
    { kind: 'select', name: 'currency', label: t('customsData.currency'), half: true, options: currencyOptions() },
    { kind: 'decimal', name: 'cap', label: t('customsData.cap'), half: true, help: t('customsData.capHelp') },
    { kind: 'select', name: 'origin', label: t('customsData.origin'), half: true, options: origins },
  ];
}
