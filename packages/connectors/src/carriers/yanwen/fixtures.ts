import type { scripted } from '../../testing.ts';
import type { CarrierAccess, HttpOptions } from '../../types.ts';
import { NOW, PARCEL } from '../yunexpress/fixtures.ts';
import { yanwen } from './definition.ts';
import { createYanwenConnector } from './index.ts';

/** For tests. */
export { NOW, PARCEL };
export const ACCESS: CarrierAccess = { keys: yanwen.sandbox.keys, accountNumber: yanwen.sandbox.accountNumber };
export const connect = (fetch: HttpOptions['fetch']) =>
  createYanwenConnector({ http: { now: () => NOW, ...(fetch ? { fetch } : {}) } });

/** Answers of the carrier. */
export type Reply = Parameters<typeof scripted>[0];
export const ok = (data: unknown) => ({ json: { success: true, code: '0', message: '操作成功', data } });
export const no = (message: string, code = '1') => ({ json: { success: false, code, message, data: null } });
export const PDF = Buffer.from('%PDF-1.4 label');
export const LABEL = ok({
  isSuccess: true,
  errorMsg: '',
  waybillNumber: 'YW000000001CN',
  labelType: 'pdf',
  base64String: PDF.toString('base64'),
});
export const NONE = ok([]);
export const ORDER = {
  waybillNumber: 'YW000000001CN',
  orderNumber: PARCEL.reference,
  referenceNumber: '',
  yanwenNumber: 'Y000000001',
};
export const INFO = { ...ORDER, status: '0', isPrint: '0' };
