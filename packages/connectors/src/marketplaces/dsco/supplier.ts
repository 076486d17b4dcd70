import type { CancelReason } from '../../capabilities/cancellation.ts';
import type { ConnectField } from '../../capabilities/definition.ts';

/** What a supplier types to sell to a retailer over the network; `regions` where that is only one door of several. */
export function supplierFields(retailer: string, regions?: readonly string[]): ConnectField[] {
  const fields: ConnectField[] = [
    {
      name: 'accountId',
      label: ['Rithum（Dsco）账户编号', 'Rithum (Dsco) account ID'],
      hint: ['一串数字，在 Dsco 后台的账户设置中可见', 'A number shown in the account settings of the Dsco portal'],
    },
    {
      name: 'clientId',
      label: ['Client ID', 'Client ID'],
      hint: ['发邮件至 support-dsco@rithum.com 申请', 'Request it from support-dsco@rithum.com'],
    },
    { name: 'clientSecret', label: ['Client Secret', 'Client secret'], secret: true },
    {
      name: 'retailerId',
      label: ['零售商账户编号', 'Retailer account ID'],
      hint: [
        `仅当您与 ${retailer} 有多个连接时需要`,
        `Needed only if you are connected with ${retailer} more than once`,
      ],
      optional: true,
    },
  ];
  return regions ? fields.map((field) => ({ ...field, regions })) : fields;
}

/** The words of the retailers that came to the network from OrderStream. */
export const ORDER_STREAM_CODES: Readonly<Record<CancelReason, string>> = {
  outOfStock: 'out_of_stock',
  buyerAsked: 'other',
  badAddress: 'info_missing',
  wrongPrice: 'invalid_item_cost',
  other: 'other',
};
