export * from './catalog/bundles.ts';
export * from './catalog/categories.ts';
export * from './catalog/customs.ts';
export * from './catalog/exports.ts';
export * from './catalog/families.ts';
export * from './catalog/mapping.ts';
export * from './catalog/merge.ts';
export * from './catalog/packaging.ts';
export * from './catalog/pairing.ts';
export * from './catalog/papers.ts';
export {
  AXES_AT_MOST,
  attributeKey,
  type FamilyAxis,
  INHERITED,
  type Inherited,
  type ProductFilter,
  type ProductRow,
  productFields,
  productFilter,
} from './catalog/product-shapes.ts';
export * from './catalog/products.ts';
export * from './catalog/sheets.ts';
export * from './catalog/words.ts';
