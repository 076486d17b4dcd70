import './catalog.texts.ts';

export {
  defineUnmappedSource,
  holdMappings,
  type Mapping,
  mappingChanged,
  mappingsFor,
  type UnmappedQuery,
  type UnmappedSku,
} from './mapping/lookups.ts';
export { forgetShop, type NewMapping, saveMappings } from './mapping/mapping.service.ts';
export { provideShops } from './mapping/shops.ts';
export {
  type ProductFacts,
  productByCode,
  productFacts,
  productIdsBySku,
  productsByCodes,
} from './products/lookups.ts';
export { insertProducts, type NewProduct, writeTerms } from './products/products.queries.ts';
