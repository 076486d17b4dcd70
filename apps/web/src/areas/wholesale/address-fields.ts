import { useTranslation } from 'react-i18next';
import { useCountries } from '../../components/countries.ts';
import type { FormField } from '../../components/form-drawer.tsx';
import { useUser } from '../../shell/session.ts';

/** Whether the user sees who buys: what they do not see they cannot change. */
export function useSeesBuyers(): boolean {
  const { mainAccount, permissions } = useUser();
  return mainAccount || permissions.includes('seeBuyer');
}

/** An address as form fields; it is needed as a whole or not at all, which the server says. */
export function useAddressFields(prefix: string): FormField[] {
  const { t } = useTranslation('wholesale');
  const countries = useCountries();
  const text = (name: string, half = true): FormField => ({
    kind: 'text',
    name: `${prefix}.${name}`,
    label: t(`addressFields.${name}`),
    half,
  });
  return [
    text('name'),
    text('company'),
    text('line1', false),
    text('line2', false),
    text('city'),
    text('state'),
    text('postalCode'),
    { kind: 'select', name: `${prefix}.country`, label: t('addressFields.country'), half: true, options: countries },
    text('phone'),
  ];
}

/** Null where nothing of it is filled in. */
export function addressOf(given: unknown): Record<string, string> | null {
  const filled = Object.entries((given ?? {}) as Record<string, string | null | undefined>).filter(
    (entry): entry is [string, string] => Boolean(entry[1]?.trim()),
  );
  return filled.length > 0 ? Object.fromEntries(filled) : null;
}
