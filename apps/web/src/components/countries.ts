import { getCountry } from '@tradewind/contract/warehouse.ts';
import { useMemo } from 'react';
import { useCall } from '../api/hooks.ts';
import { currentLanguage } from '../i18n.ts';

const KEPT_MS = 300_000;

/** The countries of addresses and origins, for a select. */
export function useCountries(): { value: string; label: string }[] {
  const { data } = useCall(getCountry, {}, { staleMs: KEPT_MS });
  const english = currentLanguage() === 'en';
  return useMemo(
    () =>
      (data ?? []).map(({ code, nameZh, nameEn }) => ({ value: code, label: `${code} ${english ? nameEn : nameZh}` })),
    [data, english],
  );
}
