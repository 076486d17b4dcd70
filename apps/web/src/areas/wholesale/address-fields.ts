import type { InputOf } from '@tradewind/contract/call.ts';
import type { saveWholesale } from '@tradewind/contract/wholesale.ts';
import { useTranslation } from 'react-i18next';
import { useCountries } from '../../components/countries.ts';
import type { FormField } from '../../components/form-fields.tsx';
import { useUser } from '../../shell/session.ts';

type Address = NonNullable<InputOf<typeof saveWholesale>['shipTo']>;

/** Whether the user may see buyer data; hidden fields cannot be edited. */
export function useSeesBuyers(): boolean {
  const { mainAccount, permissions } = useUser();
  return mainAccount || permissions.includes('seeBuyer');
}

/** An address as form fields; the server requires all of it or none. */
export function useAddressFields<P extends 'address' | 'shipTo'>(prefix: P): FormField<`${P}.${keyof Address}`>[] {
  const { t } = useTranslation('wholesale');
  const countries = useCountries();
  const text = (name: keyof Address, half = true): FormField<`${P}.${keyof Address}`> => ({
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

/** Null for an empty address. */
export function addressOf(input: Address | null | undefined): Address | null {
  const filled = Object.entries(input ?? {}).filter(([, value]) => value?.trim());
  return filled.length > 0 ? (Object.fromEntries(filled) as Address) : null;
}
