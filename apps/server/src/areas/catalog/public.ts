import './catalog.texts.ts';

export { bundlesWith, bundleUnits, type Unit } from './bundles/units.ts';
export { addCategory } from './categories/categories.service.ts';
export { inCategory } from './categories/tree.ts';
export { customsOf } from './customs/customs-of.ts';
export { isVague } from './customs/vague.ts';
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
export { pairListings, pairOrdered } from './mapping/pair.ts';
export { continuePairing } from './mapping/pairing.service.ts';
export { provideShops } from './mapping/shops.ts';
export {
  allDifferentGoods,
  defineDifferentGoods,
  defineListed,
  defineSellerSkuSource,
  type Listed,
  sellsDifferentGoods,
} from './mapping/sources.ts';
export { defineMergePart, defineMergePlaces, defineOwnRows, type Merge, type Pair } from './merge/parts.ts';
export { packagesOf } from './packaging/lookups.ts';
export { batteryOf, type DuePaper, duePapers, missingPaper } from './papers/papers.ts';
export { CATEGORY_NAMES } from './products/category-names.ts';
export { addImage, imagesForPaper, keepImage } from './products/images.ts';
export {
  type ProductFacts,
  productByCode,
  productFacts,
  productIdsBySku,
  productsByCodes,
} from './products/lookups.ts';
export { insertProducts, type NewProduct, writeTerms } from './products/products.queries.ts';
export { addProducts } from './products/products.service.ts';
