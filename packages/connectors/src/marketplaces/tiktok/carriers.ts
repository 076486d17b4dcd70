import { z } from 'zod';
import type { PlatformCarrier, ShipmentConfirmation, ShippingOption } from '../../capabilities/shipments.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, type TiktokClient } from './client.ts';
import type { TiktokOrder } from './orderShape.ts';

const warehousesShape = z.object({
  warehouses: z.array(z.object({ id: z.string().min(1), type: z.string(), effect_status: z.string() })).nullish(),
});
const optionsShape = z.object({
  delivery_options: z
    .array(z.object({ id: z.string().min(1), name: z.string().nullish(), type: z.string() }))
    .nullish(),
});
const providersShape = z.object({
  shipping_providers: z.array(z.object({ id: z.string().min(1), name: z.string().min(1) })).nullish(),
});

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

export function createCarriers(call: TiktokClient) {
  async function providersOf(access: ShopAccess, deliveryOptionId: string): Promise<PlatformCarrier[]> {
    const { shipping_providers: answered } = await call(access, {
      operation: 'getProviders',
      method: 'GET',
      path: `/logistics/202309/delivery_options/${encodeURIComponent(deliveryOptionId)}/shipping_providers`,
      effect: 'read',
      shape: providersShape,
    });
    return (answered ?? []).map(({ id, name }) => ({ code: id, name }));
  }

  /** The ways of delivery of every warehouse that sells. */
  async function listShippingOptions(access: ShopAccess): Promise<ShippingOption[]> {
    const { warehouses } = await call(access, {
      operation: 'getWarehouses',
      method: 'GET',
      path: '/logistics/202309/warehouses',
      effect: 'read',
      shape: warehousesShape,
    });
    const options = new Map<string, ShippingOption>();
    for (const { id, type, effect_status: status } of warehouses ?? []) {
      if (type !== 'SALES_WAREHOUSE' || status === 'DISABLED') continue;
      const { delivery_options: answered } = await call(access, {
        operation: 'getDeliveryOptions',
        method: 'GET',
        path: `/logistics/202309/warehouses/${encodeURIComponent(id)}/delivery_options`,
        effect: 'read',
        shape: optionsShape,
      });
      for (const option of answered ?? [])
        options.set(option.id, {
          code: option.id,
          name: option.name || option.id,
          shippedBy: option.type === 'SEND_BY_SELLER' ? 'seller' : 'platform',
          carriers: [],
        });
    }
    for (const option of options.values())
      if (option.shippedBy === 'seller') option.carriers = await providersOf(access, option.code);
    return [...options.values()];
  }

  /** Of the ways of delivery that sellers ship by themselves. */
  async function listCarriers(access: ShopAccess): Promise<PlatformCarrier[]> {
    const options = await listShippingOptions(access);
    return [...new Map(options.flatMap(({ carriers }) => carriers.map((one) => [one.code, one]))).values()];
  }

  /** @throws ConnectorError `rejected` UNKNOWN_CARRIER naming those that the order can be shipped with */
  async function providerOf(access: ShopAccess, order: TiktokOrder, notice: ShipmentConfirmation): Promise<string> {
    const refused = (message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code: 'UNKNOWN_CARRIER' });
    if (!order.delivery_option_id) throw refused('the order does not say how it is to be delivered');
    const providers = await providersOf(access, order.delivery_option_id);
    const found =
      providers.find((one) => one.code === notice.carrierCode) ??
      providers.find((one) => [notice.carrierName, notice.carrierCode].map(plain).includes(plain(one.name)));
    if (found) return found.code;
    const names = providers.map((one) => one.name).join(', ');
    throw refused(`TikTok does not ship this order with ${notice.carrierName}, but with: ${names}`);
  }

  return { listCarriers, listShippingOptions, providerOf };
}

export type Carriers = ReturnType<typeof createCarriers>;
