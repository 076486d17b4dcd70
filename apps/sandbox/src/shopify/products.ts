import { isRecord, list, text } from '../http/types.ts';
import { type Args, accessDenied } from './queries.ts';
import { idOf } from './status.ts';
import { productView, type StoreView, variantView } from './stockViews.ts';

const PRICE = /^\d{1,9}(\.\d{1,2})?$/;

/** Prices of a product's variants: all of them or, with allowPartialUpdates, those that are right. */
export function productMutations(view: StoreView) {
  const { store } = view;

  return {
    productVariantsBulkUpdate: (args: Args) => {
      if (!view.may('write_products')) throw accessDenied('productVariantsBulkUpdate', 'write_products');
      const refuse = (userErrors: object[]) => ({ product: null, productVariants: null, userErrors });
      const product = store.indexOfProduct(idOf(args.productId));
      if (product < 0)
        return refuse([{ field: ['productId'], message: 'Product does not exist', code: 'PRODUCT_DOES_NOT_EXIST' }]);
      const errors: object[] = [];
      const prices: { index: number; cents: number }[] = [];
      list(args.variants).forEach((entry, place) => {
        const one = isRecord(entry) ? entry : {};
        const index = store.indexOfVariant(idOf(one.id));
        const price = text(one.price);
        const fail = (last: string, message: string, code: string) =>
          errors.push({ field: ['variants', String(place), last], message, code });
        // Every article of the sandbox is a product with one variant.
        if (index !== product) fail('id', 'Product variant does not exist', 'PRODUCT_VARIANT_DOES_NOT_EXIST');
        else if (price && !PRICE.test(price))
          fail('price', 'Price must be greater than or equal to 0', 'GREATER_THAN_OR_EQUAL_TO');
        else if (price) prices.push({ index, cents: Math.round(Number(price) * 100) });
      });
      if (errors.length > 0 && args.allowPartialUpdates !== true) return refuse(errors);
      for (const { index, cents } of prices) store.setPrice(view.shop, index, cents);
      return {
        product: productView(view, product),
        productVariants: prices.map(({ index }) => variantView(view, index)),
        userErrors: errors,
      };
    },
  };
}
