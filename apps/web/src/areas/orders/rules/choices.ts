import { getUserShop } from '@tradewind/contract/channels.ts';
import { channelOptions } from '@tradewind/contract/logistics.ts';
import { listRules, SERVICE_LEVELS } from '@tradewind/contract/orders.ts';
import { selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useCountries } from '../../../components/countries.ts';
import type { Option } from '../../../components/list-page.tsx';
import { platformOptions } from '../../../platform-names.ts';
import type { Field } from './fields.ts';

const KEEP = { staleMs: 300_000 };

export interface Choices {
  /** Fields whose values are chosen from a list. */
  values: Partial<Record<Field, readonly Option[]>>;
  warehouses: readonly Option[];
  channels: readonly Option[];
  tags: readonly Option[];
}

const ORIGINS = ['platform', 'manual', 'resend', 'replacement', 'wholesale'] as const;
const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const;

/** @param warehouseId limits channels to those that ship from this warehouse */
export function useChoices(warehouseId?: number): Choices {
  const { t } = useTranslation('orders');
  const shops = useCall(getUserShop, {}, KEEP).data;
  const countries = useCountries();
  const warehouses = useCall(selectWarehouse, {}, KEEP).data;
  const channels = useCall(channelOptions, warehouseId ? { houseId: warehouseId } : {}, {
    ...KEEP,
    keepPrevious: true,
  }).data;
  const tags = useCall(listRules, {}).data?.tags;
  return useMemo(
    () => ({
      values: {
        platform: platformOptions(),
        shopId: (shops?.list ?? []).map((shop) => ({ value: String(shop.id), label: shop.name })),
        country: countries,
        battery: ['true', 'false'].map((value) => ({ value, label: t(`rule.battery.${value}`) })),
        firstOrder: ['true', 'false'].map((value) => ({ value, label: t(`rule.battery.${value}`) })),
        addressType: ['residential', 'business'].map((value) => ({ value, label: t(`rule.addressType.${value}`) })),
        origin: ORIGINS.map((value) => ({ value, label: t(`rule.origin.${value}`) })),
        serviceLevel: SERVICE_LEVELS.map((value) => ({ value, label: t(`serviceLevel.${value}`) })),
        weekday: WEEKDAYS.map((value) => ({ value, label: t(`rule.weekday.${value}`) })),
        tag: (tags ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      },
      warehouses: (warehouses ?? []).map(({ id, name }) => ({ value: id, label: name })),
      channels: (channels?.list ?? []).map(({ id, name }) => ({ value: id, label: name })),
      tags: (tags ?? []).map(({ id, name }) => ({ value: id, label: name })),
    }),
    [shops, countries, warehouses, channels, tags, t],
  );
}

export function labelOf(options: readonly Option[] | undefined, value: string | number | undefined): string {
  return options?.find((option) => String(option.value) === String(value))?.label ?? String(value ?? '');
}
