export * from './catalog/categories.ts';
export * from './catalog/customs.ts';
export * from './catalog/exports.ts';
export * from './catalog/mapping.ts';
export * from './catalog/pairing.ts';
export {
  attributeKey,
  type ProductFilter,
  type ProductRow,
  productFields,
  productFilter,
} from './catalog/product-shapes.ts';
export * from './catalog/products.ts';
