import { randomUUID } from 'node:crypto';
import { type Context, isLoopbackUrl } from '../http/app.ts';
import { isRecord, list, text } from '../http/types.ts';
import type { Letter } from '../kit/courier.ts';
import { PushSender } from '../kit/pushes.ts';
import { ShopeeError, wrongParameter } from './errors.ts';
import { NAME, type OperationBook, seconds } from './operations.ts';
import { pushSignature } from './signing.ts';
import { orderStatus } from './views.ts';

const CODES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15];
const ORDER_STATUS = 3;
const TEST_TIMEOUT_MS = 3000;

/** News by code, configured once for the app and signed over address and body. Source: v2.push.*, "Push mechanism" */
export class ShopeePushes {
  readonly sender: PushSender;
  readonly #ctx: Context;
  #url = '';
  #on = new Set<number>();

  constructor(ctx: Context, book: OperationBook) {
    this.#ctx = ctx;
    this.sender = new PushSender(ctx, NAME, (_event, order, uri) =>
      this.#on.has(ORDER_STATUS)
        ? [
            this.#letter(uri, ORDER_STATUS, Number(order.shop), {
              ordersn: order.id,
              status: orderStatus(ctx, ctx.world.shop(order.shop), order),
              completed_scenario: '',
              update_time: seconds(order.updatedAt),
            }),
          ]
        : [],
    );
    book.addPublic({ method: 'GET', path: 'push/get_app_push_config' }, () => ({
      callback_url: this.#url,
      live_push_status: 'Normal',
      blocked_shop_id: [],
      push_config_on_list: [...this.#on],
      push_config_off_list: CODES.filter((code) => !this.#on.has(code)),
    }));
    book.addPublic(
      {
        method: 'POST',
        path: 'push/set_app_push_config',
        body: ['callback_url', 'set_push_config_on', 'set_push_config_off', 'blocked_shop_id_list'],
      },
      ({ body }) => this.#configure(body),
    );
  }

  async #configure(body: Record<string, unknown>) {
    const url = body.callback_url === undefined ? this.#url : text(body.callback_url);
    if (!url)
      throw new ShopeeError(
        'error_param',
        "Your app's callback_url is empty, please input a callback_url before you turn on push config.",
      );
    if (!isLoopbackUrl(url))
      throw new ShopeeError('error_param', 'this callback_url is invalid, please check your callback_url.');
    const [on, off] = [body.set_push_config_on, body.set_push_config_off].map((answered) => list(answered).map(Number));
    for (const code of [...(on ?? []), ...(off ?? [])])
      if (!CODES.includes(code)) throw wrongParameter(`push config ${code} is unknown`);
    if (url !== this.#url) await this.#tryOut(url);
    this.#url = url;
    for (const code of on ?? []) this.#on.add(code);
    for (const code of off ?? []) this.#on.delete(code);
    for (const shop of this.#ctx.world.of(NAME)) {
      this.sender.unsubscribe(shop.id);
      this.sender.subscribe(shop.id, url);
    }
    return { result: 'success' };
  }

  /** An address is taken only when it answers a first push well and in time. */
  async #tryOut(url: string): Promise<void> {
    const letter = this.#letter(url, 0, 0, { verify_info: 'This is a Verification message.' });
    const status = await fetch(url, {
      method: 'POST',
      headers: letter.headers,
      body: new Uint8Array(letter.body),
      signal: AbortSignal.timeout(TEST_TIMEOUT_MS),
    }).then(
      (answer) => answer.arrayBuffer().then(() => answer.status),
      () => 0,
    );
    if (status >= 200 && status < 300) return;
    throw new ShopeeError(
      'error_param',
      `Shopee have sent a test push to this call back url, the response code we get from this callback_url is not 2xx (${status})`,
    );
  }

  #letter(url: string, code: number, shopId: number, data: object): Letter {
    const timestamp = seconds(this.#ctx.world.clock.now());
    const said = { msg_id: randomUUID().replaceAll('-', ''), code, shop_id: shopId, timestamp, data };
    const body = Buffer.from(JSON.stringify(said), 'utf8');
    return {
      topic: String(code),
      body,
      headers: { 'content-type': 'application/json', authorization: pushSignature(url, body) },
    };
  }

  save() {
    return { url: this.#url, on: [...this.#on], subscribers: this.sender.save() };
  }

  load(saved: unknown): void {
    if (!isRecord(saved)) return;
    this.#url = text(saved.url);
    this.#on = new Set(list(saved.on).map(Number));
    this.sender.load(saved.subscribers ?? {});
  }
}
