import type { Operation } from './api.ts';
import { TtsError } from './errors.ts';

export const WAREHOUSE = '7068517275539719942';
const RETURNS = '7068517275539719943';

/** Which way an order goes decides who may carry it. */
export const DELIVERY_OPTIONS = {
  SELLER: { id: '7091146663229654785', name: 'Shipped from seller', type: 'SEND_BY_SELLER' },
  TIKTOK: { id: '7091146663229654786', name: 'Standard Shipping', type: 'STANDARD' },
} as const;

const PROVIDERS = [
  { id: '7117858858072016686', name: 'USPS' },
  { id: '7117859084333745966', name: 'UPS' },
  { id: '7129720299146184490', name: 'FedEx' },
  { id: '7212608507307099946', name: 'DHL eCommerce' },
  { id: '7129720299146184491', name: 'Royal Mail' },
  { id: '7212608861029696299', name: '4PX' },
  { id: '7212608725721434922', name: 'Yanwen' },
];
export const TIKTOK_PROVIDER = { id: '6617675021119438849', name: 'TT Virtual express' };

export const isProvider = (id: unknown): id is string => PROVIDERS.some((one) => one.id === id);
export const providerName = (id: string): string =>
  [...PROVIDERS, TIKTOK_PROVIDER].find((one) => one.id === id)?.name ?? '';

const address = {
  region: 'United States',
  state: 'California',
  city: 'Los Angeles',
  region_code: 'US',
  postal_code: '90012',
};

/** Source: Get Warehouse List, Get Warehouse Delivery Options, Get Shipping Providers 202309. */
export const logistics: Operation[] = [
  {
    method: 'GET',
    path: '/logistics/202309/warehouses',
    name: 'getWarehouses',
    handle: () => ({
      warehouses: [
        [WAREHOUSE, 'Main warehouse', 'SALES_WAREHOUSE', true],
        [RETURNS, 'Main warehouse (returns)', 'RETURN_WAREHOUSE', false],
      ].map(([id, name, type, isDefault]) => ({
        id,
        name,
        type,
        is_default: isDefault,
        effect_status: 'ENABLED',
        sub_type: 'DOMESTIC_WAREHOUSE',
        address,
      })),
    }),
  },
  {
    method: 'GET',
    path: '/logistics/202309/warehouses/{warehouse_id}/delivery_options',
    name: 'getDeliveryOptions',
    query: ['scope'],
    handle: ({ ids: [warehouse] }) => {
      if (warehouse !== WAREHOUSE) throw new TtsError(12052097, 'The warehouse does not exist');
      return { delivery_options: Object.values(DELIVERY_OPTIONS) };
    },
  },
  {
    method: 'GET',
    path: '/logistics/202309/delivery_options/{delivery_option_id}/shipping_providers',
    name: 'getProviders',
    handle: ({ ids: [option] }) => {
      if (option === DELIVERY_OPTIONS.SELLER.id) return { shipping_providers: PROVIDERS };
      if (option === DELIVERY_OPTIONS.TIKTOK.id) return { shipping_providers: [TIKTOK_PROVIDER] };
      throw new TtsError(
        21001001,
        'Invalid parameters. Please ensure you are passing the correct request parameter(s).',
      );
    },
  },
];
