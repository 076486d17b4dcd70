import { z } from 'zod';
import { kindOf } from '../../iop/errors.ts';
import type { GatewayCall } from '../../iop/gateway.ts';
import { flag, id } from '../../iop/shapes.ts';
import { optionalText } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { type LazadaClient, PLATFORM } from './client.ts';

/**
 * The calls of Lazada's fulfilment have a second layer: the call may be fine and `result` not, and `result` be fine and
 * one of its parts not.
 */
const partShape = z.object({
  item_err_code: z.union([z.string(), z.number()]).transform(String).nullish(),
  msg: optionalText,
  retry: flag,
});
type Part = z.output<typeof partShape>;

const resultOf = <T extends z.ZodType>(data: T) =>
  z.object({
    result: z.object({
      success: flag,
      error_code: z.union([z.string(), z.number()]).transform(String).nullish(),
      error_msg: optionalText,
      data: data.nullish(),
    }),
  });

function refusal(
  what: string,
  code: string,
  message: string | undefined,
  effect: GatewayCall['effect'],
  again = false,
) {
  // What may be tried again has not been done.
  const kind = again ? 'unavailable' : kindOf(code, effect);
  return new ConnectorError(PLATFORM, kind, `${what}: ${code} ${message ?? ''}`.trim(), {
    code,
    ...(kind === 'throttled' ? { retryAfterMs: 1000 } : {}),
  });
}

const packageShape = partShape.extend({ package_id: id });
const packagesShape = z.object({ packages: z.array(packageShape) });
const packedShape = z.object({
  pack_order_list: z.array(
    z.object({
      order_item_list: z.array(
        partShape.extend({
          order_item_id: id,
          package_id: optionalText,
          tracking_number: optionalText,
          shipment_provider: optionalText,
        }),
      ),
    }),
  ),
});
const providersShape = z.object({
  platform_default: flag,
  shipping_allocate_type: z.string().min(1),
  shipment_providers: z.array(z.object({ name: optionalText, provider_code: z.string().min(1) })).nullish(),
});
export type Providers = z.output<typeof providersShape>;
const documentShape = z.object({ file: optionalText, pdf_url: optionalText });

export function createFulfilment(call: LazadaClient) {
  async function ask<T extends z.ZodType>(
    access: ShopAccess,
    path: string,
    params: Record<string, object>,
    data: T,
    effect: GatewayCall['effect'],
  ): Promise<z.output<T>> {
    const { result } = await call(access, {
      method: 'POST',
      path,
      params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, JSON.stringify(value)])),
      effect,
      shape: resultOf(data),
    });
    if (!result.success) throw refusal(path, result.error_code ?? 'unknown', result.error_msg, effect);
    if (result.data === null || result.data === undefined)
      throw new ConnectorError(PLATFORM, effect === 'once' ? 'uncertain' : 'malformed', `${path}: no data`);
    return result.data as z.output<T>;
  }

  function refuseIfStated(path: string, parts: readonly Part[], effect: GatewayCall['effect']): void {
    const bad = parts.find((one) => (one.item_err_code ?? '0') !== '0');
    if (bad) throw refusal(path, bad.item_err_code ?? '', bad.msg, effect, bad.retry);
  }

  const ofPackages = (path: string, name: string) => async (access: ShopAccess, refs: readonly string[]) => {
    const packages = refs.map((package_id) => ({ package_id }));
    const answered = await ask(access, path, { [name]: { packages } }, packagesShape, 'repeatable');
    refuseIfStated(path, answered.packages, 'repeatable');
  };

  return {
    providers: (access: ShopAccess, orderId: string, unitIds: readonly string[]): Promise<Providers> =>
      ask(
        access,
        '/order/shipment/providers/get',
        { getShipmentProvidersReq: { orders: [{ order_id: numeric(orderId), order_item_ids: unitIds.map(numeric) }] } },
        providersShape,
        'read',
      ),

    /** Makes one package of the units, which carries them from then on. */
    async pack(
      access: ShopAccess,
      orderId: string,
      unitIds: readonly string[],
      way: { allocate: string; code?: string },
    ) {
      const path = '/order/fulfill/pack';
      const answered = await ask(
        access,
        path,
        {
          packReq: {
            pack_order_list: [{ order_id: numeric(orderId), order_item_list: unitIds.map(numeric) }],
            delivery_type: 'dropship',
            shipping_allocate_type: way.allocate,
            ...(way.code ? { shipment_provider_code: way.code } : {}),
          },
        },
        packedShape,
        'once',
      );
      const units = answered.pack_order_list.flatMap((one) => one.order_item_list);
      refuseIfStated(path, units, 'once');
      const [ref, ...others] = new Set(units.flatMap((unit) => unit.package_id ?? []));
      if (ref === undefined) throw new ConnectorError(PLATFORM, 'uncertain', `${path}: no package is named`);
      return { ref, others, unit: units.find((one) => one.package_id === ref) };
    },

    readyToShip: ofPackages('/order/package/rts', 'readyToShipReq'),
    unpack: ofPackages('/order/package/repack', 'rePackReq'),

    document: (access: ShopAccess, ref: string) =>
      ask(
        access,
        '/order/package/document/get',
        { getDocumentReq: { doc_type: 'PDF', packages: [{ package_id: ref }], print_item_list: true } },
        documentShape,
        'read',
      ),
  };
}
export type Fulfilment = ReturnType<typeof createFulfilment>;

/** Ids go as numbers, which Lazada keeps below 2^53. */
function numeric(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new ConnectorError(PLATFORM, 'rejected', `not a number that Lazada uses: ${text}`, { code: 'BAD_ID' });
}
