import { INHERITED, type Inherited } from '@tradewind/contract/catalog.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';

/** The columns of the fields that a person may change, in products and in families. */
const COLUMNS = {
  parentSku: 'parent_sku',
  barcode: 'barcode',
  nameZh: 'name_zh',
  nameEn: 'name_en',
  brand: 'brand',
  categoryId: 'category_id',
  attributes: 'attributes',
  lengthCm: 'length_cm',
  widthCm: 'width_cm',
  heightCm: 'height_cm',
  netWeightKg: 'net_weight_kg',
  grossWeightKg: 'gross_weight_kg',
  unitPriceCny: 'unit_price_cny',
  declaredValueUsd: 'declared_value_usd',
  hsCode: 'hs_code',
  unit: 'unit',
  shelfLifeMonths: 'shelf_life_months',
  colour: 'colour',
  origin: 'origin',
  battery: 'battery',
  label: 'label',
  images: 'images',
} as const satisfies Record<Inherited | 'parentSku' | 'barcode', string>;

const NAMES = Object.values(COLUMNS);
export const columnOf = (field: keyof typeof COLUMNS): Sql => sql.id(COLUMNS[field], NAMES);
export const isField = (name: string): name is keyof typeof COLUMNS => name in COLUMNS;

/** Something about each field that a variant takes from its family. */
export const eachInherited = <T>(of: (field: Inherited, column: Sql) => T): T[] =>
  INHERITED.map((field) => of(field, columnOf(field)));
