import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCountries } from '../../../components/countries.ts';

/** The countries that customs data and papers may be for, with `*` as the first choice, and the name of each. */
export function useCountryChoices() {
  const { t } = useTranslation('catalog');
  const countries = useCountries();
  const all = t('customsData.all');
  return useMemo(() => {
    const options = [{ value: '*', label: all }, ...countries];
    const names = new Map(options.map(({ value, label }) => [value, label]));
    return { options, nameOf: (country: string) => names.get(country) ?? country };
  }, [countries, all]);
}
