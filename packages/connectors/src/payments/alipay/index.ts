import { z } from 'zod';
import { createHttp, jsonIfAny, kindOfStatus, type Outbound, rawOf } from '../../http.ts';
import { ConnectorError, type HttpOptions } from '../../types.ts';
import { isNotifiedBy, isSignedBy, nodeText, privateKey, publicKey, requestText, sign, withoutEmpty } from './sign.ts';

const PLATFORM = 'alipay';
const GATEWAY = 'https://openapi.alipay.com/gateway.do';

export interface AlipayApp {
  appId: string;
  /** Ours, which signs. */
  privateKey: string;
  /** Alipay's, which its answers and notifications are verified with. */
  alipayPublicKey: string;
  /** Whom the money goes to: the user id of our merchant account. */
  sellerId: string;
}

export type TradeStatus = 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_FINISHED' | 'TRADE_CLOSED';
const tradeStatus = z.enum(['WAIT_BUYER_PAY', 'TRADE_SUCCESS', 'TRADE_FINISHED', 'TRADE_CLOSED']);

export interface Trade {
  outTradeNo: string;
  tradeNo: string;
  status: TradeStatus;
  /** As Alipay writes it: two decimals. */
  totalAmount: string;
}
export interface Payment {
  outTradeNo: string;
  /** Two decimals. */
  amount: string;
  subject: string;
  expiresAt: Date;
  notifyUrl: string;
  returnUrl: string;
}

export interface Alipay {
  /** The address that the payer's browser opens; nothing is sent by us. */
  payPage(payment: Payment): string;
  /** Undefined: Alipay knows no such trade (nobody has opened its page yet). */
  query(outTradeNo: string): Promise<Trade | undefined>;
  /** A trade that is closed or was never begun is fine. */
  close(outTradeNo: string): Promise<void>;
  /** What a notification says, if it is Alipay's and meant for us. */
  notification(form: Readonly<Record<string, string>>): Trade | undefined;
  /** Did Alipay send the payer's browser back with these parameters? */
  returned(query: Readonly<Record<string, string>>): { outTradeNo: string } | undefined;
}

export interface AlipayOptions {
  app: AlipayApp;
  http?: HttpOptions;
}

const answered = z.object({
  code: z.string(),
  msg: z.string().optional(),
  sub_code: z.string().optional(),
  sub_msg: z.string().optional(),
});
const queried = z.object({
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: tradeStatus,
  total_amount: z.string(),
});
const notified = queried.extend({
  app_id: z.string(),
  seller_id: z.string(),
  notify_type: z.literal('trade_status_sync'),
});

export function createAlipay({ app, http: options = {} }: AlipayOptions): Alipay {
  const ours = privateKey(app.privateKey);
  const theirs = publicKey(app.alipayPublicKey);
  const gateway = options.baseUrls?.gateway ?? GATEWAY;
  const now = options.now ?? Date.now;
  const http = createHttp(PLATFORM, options);

  const signed = (method: string, content: object, more: Record<string, string> = {}): Record<string, string> => {
    const params = withoutEmpty({
      app_id: app.appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: beijing(now()),
      version: '1.0',
      ...more,
      biz_content: JSON.stringify(content),
    });
    return { ...params, sign: sign(requestText(params), ours) };
  };

  const call = async (method: string, content: object, effect: Outbound['effect']) => {
    // Alipay reads in the address which charset the form is written in.
    const request: Outbound = {
      method: 'POST',
      url: `${gateway}?charset=utf-8`,
      form: signed(method, content),
      effect,
    };
    const answer = await http(request);
    if (answer.status !== 200)
      throw new ConnectorError(PLATFORM, kindOfStatus(answer.status, effect), `${method}: HTTP ${answer.status}`, {
        raw: rawOf(answer),
      });
    const broken = (what: string) =>
      new ConnectorError(PLATFORM, 'malformed', `${method}: ${what}`, { raw: rawOf(answer) });
    const text =
      nodeText(answer.text, `${method.replaceAll('.', '_')}_response`) ?? nodeText(answer.text, 'error_response');
    const body = jsonIfAny(answer);
    const signature = z.object({ sign: z.string() }).safeParse(body).data?.sign;
    if (!text) throw broken('the answer has no node');
    const node: unknown = JSON.parse(text);
    const response = answered.safeParse(node);
    if (!response.success) throw broken('the answer has no code');
    // A refusal before Alipay knows the app carries no signature; nothing is believed of it but that it failed.
    const { code, sub_code: subCode = '', sub_msg: subMsg = '', msg = '' } = response.data;
    if (code === '10000' && !(signature && isSignedBy(text, signature, theirs))) throw broken('not signed by Alipay');
    return { code, subCode, why: `${method}: ${code} ${subCode} ${subMsg || msg}`, node };
  };
  const refused = ({ code, subCode, why }: { code: string; subCode: string; why: string }) => {
    const away = code === '20000' || subCode === 'ACQ.SYSTEM_ERROR';
    const kind = code === '40005' ? 'throttled' : away ? 'unavailable' : 'rejected';
    return new ConnectorError(PLATFORM, kind, why, { code: subCode || code });
  };

  return {
    payPage: ({ outTradeNo, amount, subject, expiresAt, notifyUrl, returnUrl }) => {
      const content = {
        out_trade_no: outTradeNo,
        product_code: 'FAST_INSTANT_TRADE_PAY',
        subject,
        time_expire: beijing(expiresAt.getTime()),
        total_amount: amount,
      };
      const params = signed('alipay.trade.page.pay', content, { notify_url: notifyUrl, return_url: returnUrl });
      return `${gateway}?${new URLSearchParams(params)}`;
    },
    query: async (outTradeNo) => {
      const answer = await call('alipay.trade.query', { out_trade_no: outTradeNo }, 'read');
      if (answer.subCode === 'ACQ.TRADE_NOT_EXIST') return undefined;
      if (answer.code !== '10000') throw refused(answer);
      const trade = queried.safeParse(answer.node);
      if (!trade.success) throw new ConnectorError(PLATFORM, 'malformed', `${answer.why}: not a trade`);
      return response(trade.data);
    },
    close: async (outTradeNo) => {
      const answer = await call('alipay.trade.close', { out_trade_no: outTradeNo }, 'repeatable');
      if (answer.code !== '10000' && answer.subCode !== 'ACQ.TRADE_NOT_EXIST') throw refused(answer);
    },
    notification: (form) => {
      if (!isNotifiedBy(form, theirs)) return undefined;
      const read = notified.safeParse(form);
      if (!read.success || read.data.app_id !== app.appId || read.data.seller_id !== app.sellerId) return undefined;
      return response(read.data);
    },
    returned: (query) => {
      if (query.app_id !== app.appId || !isNotifiedBy(query, theirs)) return undefined;
      return query.out_trade_no ? { outTradeNo: query.out_trade_no } : undefined;
    },
  };
}

const response = (trade: z.infer<typeof queried>): Trade => ({
  outTradeNo: trade.out_trade_no,
  tradeNo: trade.trade_no,
  status: trade.trade_status,
  totalAmount: trade.total_amount,
});

/** Alipay's clock: "2026-01-01 08:00:00" in Beijing, which has no summer time. */
function beijing(ms: number): string {
  return new Date(ms + 8 * 3600 * 1000).toISOString().slice(0, 19).replace('T', ' ');
}
