import type { z } from 'zod';
import { unreadable } from '../../http.ts';
import { createGateway, type GatewayCall, type IopSetup } from '../../iop/gateway.ts';
import { ConnectorError, type HttpOptions, type ShopAccess } from '../../types.ts';
import { countryOf } from './regions.ts';

export const PLATFORM = 'lazada';
const AUTH_HOST = 'https://auth.lazada.com';
/** Lazada tells no figure; above this sellers are reported to be banned for seconds. */
const LIMITS = { call: { perSecond: 5, burst: 10 } };

export interface LazadaCall {
  method: 'GET' | 'POST';
  /** "/orders/get" */
  path: string;
  params?: GatewayCall['params'];
  /** Default: `read` for GET, `repeatable` for POST. */
  effect?: GatewayCall['effect'];
  secret?: boolean;
}

export const rejected = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });

export const authUrl = ({ baseUrls }: HttpOptions): string => baseUrls?.auth ?? AUTH_HOST;

export function countryFor({ region }: Pick<ShopAccess, 'region'>) {
  const country = countryOf(region);
  if (!country) throw rejected('BAD_REGION', `Lazada sells in no country "${region ?? ''}"`);
  return country;
}

export function createLazadaClient(setup: IopSetup) {
  const send = createGateway(PLATFORM, setup, LIMITS);
  const { http } = setup;
  const gatewayOf = (access: ShopAccess) => {
    const { code, host } = countryFor(access);
    return http.baseUrls?.api?.replace('{country}', code.toLowerCase()) ?? `https://${host}/rest`;
  };

  /** The answer's JSON in the given shape; `access` absent: a call of the app and not of a shop. */
  return async function call<T extends z.ZodType>(
    access: ShopAccess | undefined,
    input: LazadaCall & { shape: T },
  ): Promise<z.output<T>> {
    const { request, json, raw } = await send({
      name: input.path,
      method: input.method,
      url: `${access ? gatewayOf(access) : `${authUrl(http)}/rest`}${input.path}`,
      path: input.path,
      params: { ...input.params, ...(access ? { access_token: access.tokens.accessToken } : {}) },
      effect: input.effect ?? (input.method === 'GET' ? 'read' : 'repeatable'),
      pace: { account: access?.account ?? '', kind: 'call' },
      secret: input.secret ?? false,
    });
    const read = input.shape.safeParse(json);
    if (!read.success) throw unreadable(PLATFORM, request, input.path, raw, read.error);
    return read.data;
  };
}
export type LazadaClient = ReturnType<typeof createLazadaClient>;
