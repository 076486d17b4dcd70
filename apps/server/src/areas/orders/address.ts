import { addressProblems } from '@tradewind/contract/orders.ts';
import { Fail } from '../../core/errors.ts';

/** @throws badInput naming the fields that no carrier of that country accepts */
export function assertAddress(to: { country: string; postalCode: string; state?: string | undefined }): void {
  const wrong = addressProblems(to).map(({ field, example }) => ({
    path: `shipTo.${field}`,
    code: `orders.address.${field}`,
    params: { example },
  }));
  if (wrong.length > 0) throw new Fail('core.badInput', 400, {}, wrong);
}
