import type { z } from 'zod';
import { createGateway, type GatewayCall } from '../../fourpx/gateway.ts';
import type { CarrierAccess, HttpOptions } from '../../types.ts';
import { CARRIER, refusal } from './refusals.ts';

export function createDirectClient(http: HttpOptions) {
  const gateway = createGateway({ platform: CARRIER, http, refusal });
  return {
    call: <T extends z.ZodType>(access: CarrierAccess, input: GatewayCall<T>) => gateway.call(access.keys, input),
    file: gateway.file,
  };
}

export type DirectClient = ReturnType<typeof createDirectClient>;
