import { z } from 'zod';
import { createGateway, type GatewayCall } from '../../fourpx/gateway.ts';
import type { HttpOptions } from '../../types.ts';
import type { WmsAccess } from '../../wms.ts';
import { count, rows } from '../convert.ts';

export const PLATFORM = 'fourpx';
const TEST_HOST = 'https://open-test.4px.com/router/api/service';

export function createFourpxClient(http: HttpOptions, sandbox: boolean) {
  const gateway = createGateway({ platform: PLATFORM, http, ...(sandbox ? { host: TEST_HOST } : {}) });
  return {
    call: <T extends z.ZodType>(access: WmsAccess, input: GatewayCall<T>) => gateway.call(access.keys, input),
    file: gateway.file,
  };
}

export type FourpxClient = ReturnType<typeof createFourpxClient>;

/** A page, or the bare list that some calls answer. */
export const pageShape = <T extends z.ZodType>(item: T) =>
  z
    .union([
      rows(item).transform((data) => ({ data, total: data.length })),
      z.object({ data: rows(item), total: count }),
    ])
    .transform((page): { data: z.output<T>[]; total: number } => page);
