import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { PlatformPush, PushInput } from '../../capabilities/pushes.ts';
import { parseJson } from '../../json.ts';
import { malformed, optionalText } from '../../read.ts';
import type { ShopAccess } from '../../types.ts';
import { PLATFORM, type TemuClient, type TemuSetup } from './client.ts';
import { id } from './orderShape.ts';
import { decrypt, pushIsSigned } from './signature.ts';

const EVENTS = [
  'bg_order_status_change_event',
  'bg_trade_logistics_address_changed',
  'bg_aftersales_status_change',
  'bg_cancel_order_status_change',
];

const bodyShape = z.object({ eventData: z.string().min(1) });
const eventShape = z.object({ mallId: id, parentOrderSn: optionalText });

function opened(secret: string, text: string): string | undefined {
  try {
    return decrypt(secret, text);
  } catch {
    return undefined;
  }
}

function eventIn(body: Buffer): string | undefined {
  try {
    return bodyShape.safeParse(parseJson(body.toString('utf8'))).data?.eventData;
  } catch {
    return undefined;
  }
}

/** Null when it does not come from Temu. What is signed is what it says in the clear, so it is opened first. */
export function readPush(setup: TemuSetup, input: Pick<PushInput, 'headers' | 'body'>): PlatformPush | null {
  const headers = new Map(Object.entries(input.headers).map(([name, value]) => [name.toLowerCase(), value ?? '']));
  const text = eventIn(input.body);
  if (text === undefined) return null;
  for (const { appSecret } of Object.values(setup.apps)) {
    const plain = opened(appSecret, text);
    if (plain === undefined || !pushIsSigned(appSecret, headers, plain)) continue;
    const topic = headers.get('x-tm-event-code') ?? '';
    const read = eventShape.safeParse(parseJson(plain));
    if (!read.success) throw malformed(PLATFORM, 'the push', plain, read.error);
    return {
      deliveryId: createHash('sha256').update(`${topic}\n${plain}`).digest('hex'),
      topic,
      account: read.data.mallId,
      ...(read.data.parentOrderSn ? { platformOrderNo: read.data.parentOrderSn } : {}),
    };
  }
  return null;
}

/** The address belongs to the app and is reviewed by Temu; a shop says only what it wants to be told. */
export function createSubscription(setup: TemuSetup, { call }: TemuClient) {
  return async function subscribe(access: ShopAccess, callbackUrl: string): Promise<void> {
    await call(access, {
      type: 'bg.tmc.message.update',
      params: { permitEventCodeList: EVENTS, ...(setup.sandbox ? { callbackUrl } : {}) },
      effect: 'repeatable',
      shape: z.unknown(),
    });
  };
}
