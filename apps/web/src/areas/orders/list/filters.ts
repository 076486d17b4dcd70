import { rights } from '@tradewind/contract/access/modules.ts';
import { getPlatForm, getUserShop } from '@tradewind/contract/channels.ts';
import { channelOptions } from '@tradewind/contract/logistics.ts';
import {
  CONFIRM_STATES,
  type listOrders,
  ORDER_DAYS,
  ORDER_MARKS,
  ORDER_ORIGINS,
  SERVICE_LEVELS,
} from '@tradewind/contract/orders.ts';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useCountries } from '../../../components/countries.ts';
import type { FilterField, Option } from '../../../components/list-page.tsx';
import { useOrderTags } from './tags.tsx';

const CHOICES_MS = 300_000;

/** The filters of the order list. The page of one platform has no platform filter. */
type OrderFilterField = FilterField<typeof listOrders>;

export function useOrderFilters(moduleId: number, warehouses: Option[]): OrderFilterField[] {
  const { t } = useTranslation('orders');
  const shops = useCall(getUserShop, {}, { staleMs: CHOICES_MS });
  const platforms = useCall(
    getPlatForm,
    { isAuth: 'Y' },
    { staleMs: CHOICES_MS, enabled: moduleId === rights.order.id },
  );
  const channels = useCall(channelOptions, {}, { staleMs: CHOICES_MS });
  const tags = useOrderTags();
  const countries = useCountries();
  const mine = (shops.data?.list ?? []).filter((shop) => moduleId === rights.order.id || shop.moduleId === moduleId);
  const platform: OrderFilterField = {
    kind: 'multi',
    name: 'platforms',
    label: t('platform'),
    more: true,
    options: (platforms.data?.list ?? []).map((each) => ({ value: each.platform, label: each.name })),
  };
  return [
    { kind: 'text', name: 'text', label: t('search'), width: 260 },
    {
      kind: 'multi',
      name: 'shopIds',
      label: t('shop'),
      options: mine.map((shop) => ({ value: shop.id, label: shop.name })),
    },
    {
      kind: 'select',
      name: 'dateKind',
      label: t('day.ordered'),
      width: 106,
      options: ORDER_DAYS.filter((day) => day !== 'ordered').map((day) => ({ value: day, label: t(`day.${day}`) })),
    },
    { kind: 'dates', name: ['from', 'to'], label: t('dayFrom') },
    { kind: 'select', name: 'country', label: t('country'), options: countries, more: true },
    {
      kind: 'select',
      name: 'tagId',
      label: t('tags.one'),
      more: true,
      options: tags.map((tag) => ({ value: tag.id, label: tag.name })),
    },
    ...(moduleId === rights.order.id ? [platform] : []),
    { kind: 'select', name: 'warehouseId', label: t('warehouse'), options: warehouses, more: true },
    {
      kind: 'select',
      name: 'channelId',
      label: t('channel'),
      more: true,
      options: (channels.data?.list ?? []).map((each) => ({ value: each.id, label: each.name })),
    },
    {
      kind: 'select',
      name: 'serviceLevel',
      label: t('service'),
      more: true,
      options: SERVICE_LEVELS.map((level) => ({ value: level, label: t(`serviceLevel.${level}`) })),
    },
    {
      kind: 'select',
      name: 'origin',
      label: t('origins'),
      more: true,
      options: ORDER_ORIGINS.map((origin) => ({ value: origin, label: t(`origin.${origin}`) })),
    },
    {
      kind: 'multi',
      name: 'marks',
      label: t('marks'),
      more: true,
      options: ORDER_MARKS.map((mark) => ({ value: mark, label: t(`marked.${mark}`) })),
    },
    {
      kind: 'select',
      name: 'lines',
      label: t('lineCount'),
      more: true,
      options: (['one', 'several'] as const).map((lines) => ({ value: lines, label: t(`linesAre.${lines}`) })),
    },
    { kind: 'numbers', name: ['unitsFrom', 'unitsTo'], label: t('units'), more: true },
    { kind: 'numbers', name: ['amountFrom', 'amountTo'], label: t('amount'), more: true },
    {
      kind: 'select',
      name: 'confirmState',
      label: t('confirmState'),
      more: true,
      options: CONFIRM_STATES.map((state) => ({ value: state, label: t(`confirm.${state}`) })),
    },
  ];
}
