import { createPrivateKey, createPublicKey, createSign, createVerify } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, type ErrorForms, isLoopbackUrl, param, query, rawBody } from '../http/app.ts';
import { isRecord, parseJson, text } from '../http/types.ts';
import type { SandboxPlatform } from '../kit/platform.ts';
import { ALIPAY_APP, ALIPAY_PRIVATE_KEY, APP_PUBLIC_KEY } from './keys.ts';
import { cashier } from './page.ts';
import { type Mangled, type Trade, Trades } from './trades.ts';

type Fields = Record<string, string>;
const appKey = createPublicKey({ key: Buffer.from(APP_PUBLIC_KEY, 'base64'), format: 'der', type: 'spki' });
const ownKey = createPrivateKey({ key: Buffer.from(ALIPAY_PRIVATE_KEY, 'base64'), format: 'der', type: 'pkcs8' });

/** Always with status 200, in the node of errors. */
const errors: ErrorForms = {
  throttled: (reply) =>
    answer(reply, 'error_response', { code: '40005', msg: 'Call Limited', sub_code: 'isv.app-call-limited' }),
  broken: (reply) =>
    answer(reply, 'error_response', {
      code: '20000',
      msg: 'Service Currently Unavailable',
      sub_code: 'isp.unknow-error',
    }),
};

/** Alipay's gateway: the payment page, query and close, and notifications to the shop. */
function register(app: FastifyInstance, ctx: Context): Trades {
  const trades = new Trades(ctx, notify);
  app.get('/alipay/gateway.do', async (request, reply) => page(trades, query(request), reply));
  app.post('/alipay/gateway.do', async (request, reply) => gateway(trades, request, reply));
  app.post('/alipay/cashier/:outTradeNo/:act', async (request, reply) => {
    const trade = trades.of(param(request, 'outTradeNo'));
    if (!trade) return reply.code(404).send('no such trade');
    if (param(request, 'act') === 'pay') trades.pay(trade, { notify: query(request).notify !== 'off' });
    else if (param(request, 'act') === 'again') await trades.notifyAgain(trade);
    return reply.redirect(back(ctx, trade), 303);
  });
  return trades;
}

export const alipayPlatform: SandboxPlatform = { name: 'alipay', shops: [], errors, register };

function page(trades: Trades, input: Fields, reply: FastifyReply): FastifyReply {
  const refused = wrong(input, 'alipay.trade.page.pay');
  const content = parseJson(Buffer.from(input.biz_content ?? ''));
  if (refused || !isRecord(content))
    return reply
      .code(400)
      .type('text/plain')
      .send(refused || 'biz_content');
  const amount = text(content.total_amount);
  if (!/^\d{1,9}\.\d{2}$/.test(amount) || Number(amount) < 0.01) return reply.code(400).send('total_amount');
  if (!isLoopbackUrl(input.notify_url ?? '') || !isLoopbackUrl(input.return_url ?? ''))
    return reply.code(400).send('the sandbox calls this machine only');
  const trade = trades.open({
    outTradeNo: text(content.out_trade_no),
    subject: text(content.subject),
    amount,
    expires: text(content.time_expire),
    notifyUrl: input.notify_url ?? '',
    returnUrl: input.return_url ?? '',
  });
  if (!trade) return reply.code(400).send('ACQ.CONTEXT_INCONSISTENT: this trade has another amount');
  return reply
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    .type('text/html; charset=utf-8')
    .send(cashier(trade));
}

function gateway(trades: Trades, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const input = fields(request);
  const node = `${(input.method ?? '').replaceAll('.', '_')}_response`;
  const refused = wrong(input, 'alipay.trade.query', 'alipay.trade.close');
  if (refused) return answer(reply, 'error_response', { code: '40002', msg: 'Invalid Arguments', sub_code: refused });
  const content = parseJson(Buffer.from(input.biz_content ?? ''));
  const trade = isRecord(content) ? trades.of(text(content.out_trade_no)) : undefined;
  if (!trade)
    return answer(reply, node, {
      code: '40004',
      msg: 'Business Failed',
      sub_code: 'ACQ.TRADE_NOT_EXIST',
      sub_msg: '交易不存在',
    });
  if (input.method === 'alipay.trade.close' && !trades.close(trade))
    return answer(reply, node, { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_STATUS_ERROR' });
  const answered = { code: '10000', msg: 'Success', out_trade_no: trade.outTradeNo, trade_no: trade.tradeNo };
  return answer(
    reply,
    node,
    input.method === 'alipay.trade.close'
      ? answered
      : { ...answered, trade_status: trade.status, total_amount: trade.amount },
  );
}

/** Why a request is not answered; empty when it is in order. */
function wrong(input: Fields, ...methods: string[]): string {
  if (!methods.includes(input.method ?? '')) return 'isv.invalid-method';
  if (input.app_id !== ALIPAY_APP.appId) return 'isv.invalid-app-id';
  if (input.sign_type !== 'RSA2' || input.charset !== 'utf-8') return 'isv.invalid-signature-type';
  const signed = (sent: Fields) =>
    createVerify('RSA-SHA256')
      .update(joined(sent, ['sign']))
      .verify(appKey, input.sign ?? '', 'base64');
  return signed(input) || signed(withValue(input)) ? '' : 'isv.invalid-signature';
}

/**
 * Parameters without a value: the documentation has apps leave them out of what they sign, Alipay's library for Node
 * signs them, and those for Java and PHP do not send them. Of notifications all sign them.
 */
const withValue = (input: Fields): Fields =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ''));

function joined(input: Fields, without: string[]): string {
  const names = Object.keys(input).filter((name) => !without.includes(name));
  return names
    .sort()
    .map((name) => `${name}=${input[name]}`)
    .join('&');
}
const signedBy = (said: string) => createSign('RSA-SHA256').update(said).sign(ownKey, 'base64');

function answer(reply: FastifyReply, node: string, content: Record<string, string>): FastifyReply {
  const said = JSON.stringify(content);
  return reply.type('application/json; charset=utf-8').send(`{"${node}":${said},"sign":"${signedBy(said)}"}`);
}

function fields(request: FastifyRequest): Fields {
  const body = Object.fromEntries(new URLSearchParams(rawBody(request)?.toString('utf8') ?? ''));
  return { ...query(request), ...body };
}

const clock = (ms: number) => new Date(ms + 8 * 3600_000).toISOString().slice(0, 19).replace('T', ' ');

/** Where the payer's browser goes back to, signed. */
function back(ctx: Context, trade: Trade): string {
  const said: Fields = {
    app_id: ALIPAY_APP.appId,
    charset: 'utf-8',
    method: 'alipay.trade.page.pay.return',
    out_trade_no: trade.outTradeNo,
    seller_id: ALIPAY_APP.sellerId,
    timestamp: clock(ctx.world.clock.now()),
    total_amount: trade.amount,
    trade_no: trade.tradeNo,
    version: '1.0',
  };
  const url = new URL(trade.returnUrl);
  for (const [name, value] of Object.entries({ ...said, sign_type: 'RSA2', sign: signedBy(joined(said, [])) }))
    url.searchParams.set(name, value);
  return url.toString();
}

/** Tells the shop how a trade stands: true when it answered "success". */
async function notify(ctx: Context, trade: Trade, { amount, forged }: Mangled): Promise<boolean> {
  const now = clock(ctx.world.clock.now());
  const said: Fields = {
    app_id: ALIPAY_APP.appId,
    buyer_id: ALIPAY_APP.buyerId,
    charset: 'utf-8',
    gmt_create: now,
    notify_id: `${Date.now()}${Math.floor(Math.random() * 1e9)}`,
    notify_time: now,
    notify_type: 'trade_status_sync',
    out_trade_no: trade.outTradeNo,
    seller_id: ALIPAY_APP.sellerId,
    subject: trade.subject,
    total_amount: amount ?? trade.amount,
    trade_no: trade.tradeNo,
    trade_status: trade.status,
    version: '1.0',
  };
  const sign = forged ? signedBy('another text') : signedBy(joined(said, []));
  const body = new URLSearchParams({ ...said, sign_type: 'RSA2', sign });
  try {
    const answered = await fetch(trade.notifyUrl, { method: 'POST', body, redirect: 'manual' });
    return (await answered.text()) === 'success';
  } catch {
    return false;
  }
}
