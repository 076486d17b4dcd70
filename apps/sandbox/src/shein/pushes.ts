import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Context, isLoopbackUrl, rawBody } from '../http/app.ts';
import { at, parseJson, text } from '../http/types.ts';
import type { Letter } from '../kit/courier.ts';
import { PushSender } from '../kit/pushes.ts';
import { encrypt, SHEIN, SHEIN_APP, signatureOf } from './signing.ts';
import { statusOf } from './views.ts';

const letters = (length: number) =>
  [...randomBytes(length)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');

/** A form of one field, encrypted; what is signed is the address alone. Source: "Callback access guide". */
function letter(ctx: Context, shop: string, eventCode: string, uri: string, event: object): Letter {
  const timestamp = String(ctx.world.clock.now());
  const { appId, appSecret } = SHEIN_APP;
  const boundary = `----FormBoundary${letters(16)}`;
  const body =
    `--${boundary}\r\nContent-Disposition: form-data; name="eventData"\r\n\r\n` +
    `${encrypt(JSON.stringify(event))}\r\n--${boundary}--\r\n`;
  return {
    topic: eventCode,
    body: Buffer.from(body, 'utf8'),
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'x-lt-openKeyId': shop,
      'x-lt-appid': appId,
      'x-lt-eventCode': eventCode,
      'x-lt-timestamp': timestamp,
      'x-lt-signature': signatureOf(appId, timestamp, new URL(uri).pathname, appSecret, letters(5)),
    },
  };
}

/** Its address is typed into the developer's console, which reviews it; here the console takes it at once. */
export function createPushes(app: FastifyInstance, ctx: Context): PushSender {
  const sender = new PushSender(ctx, SHEIN, (_event, order, uri) => [
    letter(ctx, order.shop, '/order_push_notice', uri, { orderNo: order.id, orderStatus: statusOf(order) }),
  ]);
  app.post('/shein/console/callback', async (request, reply) => {
    request.note = 'console';
    const url = text(at(parseJson(rawBody(request)), 'callbackUrl'));
    if (!isLoopbackUrl(url)) return reply.code(400).send({ error: 'this sandbox calls this machine only' });
    for (const shop of ctx.world.of(SHEIN)) {
      sender.unsubscribe(shop.id);
      sender.subscribe(shop.id, url);
    }
    return reply.send({ ok: true });
  });
  return sender;
}
