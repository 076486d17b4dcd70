import type { z } from 'zod';
import { unreadable } from '../../http.ts';
import { createGateway, type GatewayCall, type IopSetup } from '../../iop/gateway.ts';
import { ConnectorError, type HttpOptions, type ShopAccess } from '../../types.ts';
import { refusalIn } from './refusal.ts';

export const PLATFORM = 'aliexpress';
const API_HOST = 'https://api-sg.aliexpress.com';
/** Each app has figures of its own for each call, shown in its console only; above this apps report bans of seconds. */
const LIMITS = { call: { perSecond: 10, burst: 20 } };

/** JSON that is put into a parameter as it stands: ids in it may be larger than a JavaScript number. */
export interface Json {
  json: string;
}
type Value = string | number | boolean | undefined | Json;

export interface AliexpressCall {
  /** "aliexpress.trade.seller.orderlist.get" */
  api: string;
  params?: Readonly<Record<string, Value>>;
  /** Default: `read`. */
  effect?: GatewayCall['effect'];
}

export const rejected = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });

export const apiUrl = ({ baseUrls }: HttpOptions): string => baseUrls?.api ?? API_HOST;

const NUMBER = /^\d{1,19}$/;
/** An id as a JSON number, digit by digit. */
export function numeric(id: string): string {
  if (NUMBER.test(id)) return id;
  throw rejected('BAD_ID', `AliExpress knows things by their numbers, not by "${id}"`);
}

const text = (value: Value): string | number | boolean | undefined => (typeof value === 'object' ? value.json : value);

export function createAliexpressClient(setup: IopSetup) {
  const send = createGateway(PLATFORM, setup, LIMITS);
  const base = apiUrl(setup.http);

  /** A call of a shop: all by one address, the call's name among the parameters; the answer stands below its name. */
  async function call<T extends z.ZodType>(
    access: ShopAccess,
    input: AliexpressCall & { shape: T },
  ): Promise<z.output<T>> {
    const effect = input.effect ?? 'read';
    const params = Object.fromEntries(Object.entries(input.params ?? {}).map(([name, value]) => [name, text(value)]));
    const { request, json, raw } = await send({
      name: input.api,
      method: 'POST',
      url: `${base}/sync`,
      path: '',
      params: { ...params, method: input.api, session: access.tokens.accessToken },
      effect,
      pace: { account: access.account, kind: 'call' },
    });
    const body = (json as Record<string, unknown> | null)?.[`${input.api.replaceAll('.', '_')}_response`];
    const refusal = refusalIn(PLATFORM, input.api, body, effect);
    if (refusal) throw refusal;
    const read = input.shape.safeParse(body);
    if (!read.success) throw unreadable(PLATFORM, request, input.api, raw, read.error);
    return read.data;
  }

  /** A call of the app, for tokens: signed with its path in front. */
  async function system<T extends z.ZodType>(
    path: string,
    params: Record<string, string>,
    shape: T,
  ): Promise<z.output<T>> {
    const { request, json, raw } = await send({
      name: path,
      method: 'POST',
      url: `${base}/rest${path}`,
      path,
      params,
      effect: 'repeatable',
      pace: { account: '', kind: 'call' },
      secret: true,
    });
    const read = shape.safeParse(json);
    if (!read.success) throw unreadable(PLATFORM, request, path, raw, read.error);
    return read.data;
  }

  return { call, system };
}
export type AliexpressClient = ReturnType<typeof createAliexpressClient>;
export type Call = AliexpressClient['call'];
