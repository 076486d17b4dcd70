import { z } from 'zod';
import type { ListingPage, PlatformListing } from '../../capabilities/listings.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { amount, currencyCode, optionalText, Unfit, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import type { ShopAccess } from '../../types.ts';
import { PLATFORM, type ShopeeClient } from './client.ts';
import { answerOf, id } from './shapes.ts';

/** Each item with models costs a call of its own: small pages keep a job's step short. */
const PAGE_SIZE = 20;
/** What was deleted is no listing any more. */
const STATES: Readonly<Record<string, PlatformListing['state']>> = {
  NORMAL: 'active',
  UNLIST: 'inactive',
  REVIEWING: 'inactive',
  BANNED: 'blocked',
};

const pageShape = answerOf(
  z.object({
    item: z
      .array(z.object({ item_id: id, item_status: z.string() }))
      .nullish()
      .transform((answered) => answered ?? []),
    has_next_page: z.boolean(),
    next_offset: wholeNumber.nullish(),
  }),
);
const prices = z.array(z.object({ currency: currencyCode, original_price: amount })).nullish();
const stock = z
  .object({
    summary_info: z.object({ total_available_stock: wholeNumber.nullish() }).nullish(),
    seller_stock: z.array(z.object({ location_id: optionalText })).nullish(),
  })
  .nullish();
const itemShape = z.object({
  item_id: id,
  item_name: z.string(),
  item_sku: optionalText,
  item_status: z.string(),
  has_model: z.boolean().nullish(),
  price_info: prices,
  stock_info_v2: stock,
  image: z.object({ image_url_list: z.array(z.string()).nullish() }).nullish(),
  is_fulfillment_by_shopee: z.boolean().nullish(),
});
type Item = z.output<typeof itemShape>;
const itemsShape = answerOf(z.object({ item_list: z.array(z.unknown()).nullish() }));
const modelsShape = answerOf(
  z.object({
    tier_variation: z.array(z.object({ option_list: z.array(z.object({ option: z.string() })) })).nullish(),
    model: z.array(
      z.object({
        model_id: id,
        model_sku: optionalText,
        model_status: z.string().nullish(),
        tier_index: z.array(wholeNumber).nullish(),
        price_info: prices,
        stock_info_v2: stock,
        is_fulfillment_by_shopee: z.boolean().nullish(),
      }),
    ),
  }),
);
const place = z.object({ offset: z.number().int().nonnegative() });

function stateOf(item: Item): PlatformListing['state'] {
  const state = STATES[item.item_status];
  if (!state) throw new Unfit('item_status', `"${item.item_status}" is unknown`);
  return state;
}

/** The parts that an item and a model tell alike. */
function common(answered: {
  price_info?: z.output<typeof prices>;
  stock_info_v2?: z.output<typeof stock>;
  is_fulfillment_by_shopee?: boolean | null | undefined;
}) {
  const [price] = answered.price_info ?? [];
  const quantity = answered.stock_info_v2?.summary_info?.total_available_stock;
  const locations = (answered.stock_info_v2?.seller_stock ?? []).flatMap((one) => one.location_id ?? []);
  return {
    ...(typeof quantity === 'number' ? { quantity } : {}),
    ...(price ? { price: price.original_price, currency: price.currency } : {}),
    fulfilledBy: answered.is_fulfillment_by_shopee ? ('platform' as const) : ('seller' as const),
    ...(locations.length > 0 ? { refs: { locations: locations.join(',') } } : {}),
  };
}

export function createListings({ call }: ShopeeClient) {
  async function listingsOf(access: ShopAccess, item: Item): Promise<PlatformListing[]> {
    const state = stateOf(item);
    const image = item.image?.image_url_list?.[0];
    const shared = { itemId: item.item_id, ...(image ? { imageUrl: image } : {}) };
    if (!item.has_model)
      return [{ ...shared, sellerSku: item.item_sku ?? '', title: item.item_name, state, ...common(item) }];
    const { response } = await call(access, {
      method: 'GET',
      path: 'product/get_model_list',
      query: { item_id: item.item_id },
      shape: modelsShape,
    });
    return response.model.map((model) => {
      const options = (model.tier_index ?? []).map(
        (index, tier) => response.tier_variation?.[tier]?.option_list[index]?.option,
      );
      return {
        ...shared,
        variantId: model.model_id,
        sellerSku: model.model_sku ?? item.item_sku ?? '',
        title: [item.item_name, ...options].filter(Boolean).join(' · '),
        state: state === 'active' && model.model_status === 'MODEL_UNAVAILABLE' ? 'inactive' : state,
        ...common(model),
      };
    });
  }

  return async function listListings(access: ShopAccess, input: { cursor?: string }): Promise<ListingPage> {
    const { offset } = input.cursor === undefined ? { offset: 0 } : readCursor(PLATFORM, place, input.cursor);
    const { response: page } = await call(access, {
      method: 'GET',
      path: 'product/get_item_list',
      query: { offset, page_size: PAGE_SIZE, item_status: Object.keys(STATES) },
      shape: pageShape,
    });
    const result: ListingPage = {
      listings: [],
      unreadable: [],
      ...(page.has_next_page ? { nextCursor: writeCursor({ offset: page.next_offset ?? offset + PAGE_SIZE }) } : {}),
    };
    if (page.item.length === 0) return result;
    const { response } = await call(access, {
      method: 'GET',
      path: 'product/get_item_base_info',
      query: { item_id_list: page.item.map((one) => one.item_id).join(',') },
      shape: itemsShape,
    });
    await readEach(itemShape, response.item_list ?? [], result.unreadable, async (answered) =>
      result.listings.push(...(await listingsOf(access, answered))),
    );
    return result;
  };
}
