import { z } from 'zod';
import type { PlatformWarehouses } from '../../capabilities/fulfilment.ts';
import { optionalText } from '../../read.ts';
import type { TemuClient } from './client.ts';
import { rejected } from './shipment.ts';

const PERMITTED = 1;

const providersShape = z.object({
  warehouseProviderList: z
    .array(z.object({ warehouseProviderCode: z.string().min(1), permitsStatus: z.coerce.number().nullish() }))
    .nullish(),
});
const grantedShape = z.object({ authorizationSuccess: z.boolean(), authorizationFailReason: optionalText });

/** Cooperative warehouses: Temu hands orders on to them once the seller has named themself as their customer. */
export function createWarehouses({ call }: TemuClient): PlatformWarehouses {
  return {
    async providers(access) {
      const { warehouseProviderList } = await call(access, {
        type: 'bg.cooperativewarehouse.provider.list',
        effect: 'read',
        shape: providersShape,
      });
      return (warehouseProviderList ?? []).map((one) => ({
        code: one.warehouseProviderCode,
        authorized: one.permitsStatus === PERMITTED,
      }));
    },

    async authorize(access, grant) {
      const answered = await call(access, {
        type: 'bg.cooperativewarehouse.token.authorization',
        params: {
          warehouseProviderCode: grant.provider,
          cwCustomerCode: grant.customerCode,
          cwAccessToken: grant.accessToken,
          cwAppKey: grant.appKey,
        },
        effect: 'repeatable',
        shape: grantedShape,
      });
      if (!answered.authorizationSuccess)
        throw rejected(
          'NOT_AUTHORIZED',
          answered.authorizationFailReason ?? 'Temu does not take the warehouse’s token',
        );
    },
  };
}
