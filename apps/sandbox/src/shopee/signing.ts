import { createHmac } from 'node:crypto';

export const SHOPEE_APP = { partnerId: '2000411', partnerKey: 'tradewind-demo-partner-key' };
/** A call's timestamp may be so many seconds off. */
const TOLERANCE_S = 300;

const hex = (text: string): string => createHmac('sha256', SHOPEE_APP.partnerKey).update(text, 'utf8').digest('hex');

/** Source: "Authorization and authentication" of Shopee's Open Platform. */
export const signatureOf = (path: string, timestamp: string, token = '', shopId = ''): string =>
  hex([SHOPEE_APP.partnerId, path, timestamp, token, shopId].join(''));

export const isFresh = (timestamp: string, now: number): boolean =>
  Math.abs(Number(timestamp) - Math.floor(now / 1000)) <= TOLERANCE_S;

/** Source: "Push mechanism notifications". */
export const pushSignature = (url: string, body: Buffer): string => hex(`${url}|${body.toString('utf8')}`);
