import type { CarrierAccess, KeyField } from '../../types.ts';

/** What a contract with 4PX lays down, and every order repeats. */
export const dutyType = {
  name: 'dutyType',
  label: ['关税承担方', 'Duties paid by'],
  secret: false,
  optional: true,
  options: [
    { value: 'P', label: ['寄件方（DDP）', 'Sender (DDP)'] },
    { value: 'U', label: ['收件人（DDU）', 'Recipient (DDU)'] },
  ],
} as const satisfies KeyField;

export const deliverType = {
  name: 'deliverType',
  label: ['到仓方式', 'Handover to 4PX'],
  secret: false,
  optional: true,
  options: [
    { value: '1', label: ['上门揽收', 'Pickup by 4PX'] },
    { value: '2', label: ['快递到仓', 'Courier to the warehouse'] },
    { value: '3', label: ['自送到仓', 'Own delivery to the warehouse'] },
    { value: '5', label: ['自送门店', 'Drop-off at a store'] },
  ],
} as const satisfies KeyField;

/** The chosen option, else the first. */
export function chosen(access: CarrierAccess, { name, options }: typeof dutyType | typeof deliverType): string {
  const values = options.map(({ value }): string => value);
  return values.find((value) => value === access.keys[name]) ?? values[0] ?? '';
}
