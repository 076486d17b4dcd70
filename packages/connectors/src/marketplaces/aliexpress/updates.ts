import { z } from 'zod';
import type { PricePush, PushOutcome, StockPush } from '../../capabilities/stock-and-prices.ts';
import { id } from '../../iop/shapes.ts';
import { optionalText } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { type Call, numeric } from './client.ts';
import { wrapped } from './shapes.ts';

/** So many products go in one call; more variants than products do no harm. */
export const UPDATE_BATCH = 20;

const answered = z.object({ product_id: id, error_code: optionalText, error_message: optionalText });
const updateShape = z.object({
  update_error_code: optionalText,
  update_error_message: optionalText,
  update_successful_list: wrapped('synchronize_product_response_dto', answered),
  update_failed_list: wrapped('synchronize_product_response_dto', answered),
});

interface Article {
  itemId: string;
  sellerSku: string;
}
const refusal = (code: string, detail: string): PushOutcome => ({ outcome: 'refused', code, detail });

/** What became of each product: AliExpress takes or refuses all variants of it together. */
function outcomeOf(response: z.output<typeof updateShape>, productId: string): PushOutcome {
  const failed = response.update_failed_list.find((one) => one.product_id === productId);
  if (failed?.error_code || failed?.error_message)
    return refusal(failed.error_code ?? 'NOT_TAKEN', failed.error_message ?? failed.error_code ?? '');
  if (response.update_successful_list.some((one) => one.product_id === productId)) return { outcome: 'accepted' };
  return refusal(
    response.update_error_code ?? 'NOT_TAKEN',
    response.update_error_message ?? 'AliExpress does not say it took it',
  );
}

export function createUpdates(call: Call) {
  async function update<T extends Article>(
    access: ShopAccess,
    api: string,
    items: readonly T[],
    refusedBefore: (one: T) => PushOutcome | undefined,
    figure: (one: T) => object,
  ): Promise<PushOutcome[]> {
    const before = new Map(
      items.map((one) => {
        if (!/^\d{1,19}$/.test(one.itemId)) return [one, refusal('BAD_ITEM', 'AliExpress knows products by numbers')];
        if (!one.sellerSku) return [one, refusal('NO_SKU', 'AliExpress finds a variant by its SKU, and it has none')];
        return [one, refusedBefore(one)];
      }),
    );
    const open = items.filter((one) => !before.get(one));
    if (open.length === 0) return items.map((one) => before.get(one) ?? refusal('NOT_TAKEN', 'not sent'));
    const products = [...Map.groupBy(open, (one) => one.itemId)].map(([itemId, ofItem]) => {
      const skus = ofItem.map((one) => ({ sku_code: one.sellerSku, ...figure(one) }));
      return `{"product_id":${numeric(itemId)},"multiple_sku_update_list":${JSON.stringify(skus)}}`;
    });
    const answer = await call(access, {
      api,
      params: { mutiple_product_update_list: { json: `[${products.join(',')}]` } },
      effect: 'repeatable',
      shape: updateShape,
    }).catch((error: unknown) => {
      if (error instanceof ConnectorError && error.kind === 'rejected') return error;
      throw error;
    });
    return items.map(
      (one) =>
        before.get(one) ??
        (answer instanceof ConnectorError
          ? refusal(answer.code ?? 'REJECTED', answer.message)
          : outcomeOf(answer, one.itemId)),
    );
  }

  return {
    pushStock: (access: ShopAccess, items: readonly StockPush[]): Promise<PushOutcome[]> =>
      update(
        access,
        'aliexpress.solution.batch.product.inventory.update',
        items,
        () => undefined,
        (one) => ({ inventory: one.quantity }),
      ),

    pushPrice: (access: ShopAccess, items: readonly PricePush[]): Promise<PushOutcome[]> =>
      update(
        access,
        'aliexpress.solution.batch.product.price.update',
        items,
        // The bare figure is taken for the product's own currency.
        (one) =>
          one.refs?.currency && one.refs.currency !== one.currency
            ? refusal('CURRENCY', `the product is priced in ${one.refs.currency}, not in ${one.currency}`)
            : undefined,
        (one) => ({ price: one.price }),
      ),
  };
}
