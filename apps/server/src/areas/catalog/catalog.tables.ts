import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  amount,
  belongsTo,
  companyKeyedTable,
  companyTable,
  instant,
  keyOf,
  rawText,
  reference,
  unitCost,
} from '../../core/database/table.ts';

/** A tree of six levels. One of the two names is enough. */
export const category = companyTable(
  'category',
  {
    parentId: reference('parent_id'),
    nameZh: text('name_zh').notNull().default(''),
    nameEn: text('name_en').notNull().default(''),
    /** Ids from the top down to its own, each followed by a full stop: what begins with it lies below. */
    path: rawText('path').notNull().default(''),
    depth: integer('depth').notNull().default(1),
    /** The names from the top down to its own. */
    fullZh: text('full_zh').notNull().default(''),
    fullEn: text('full_en').notNull().default(''),
    place: integer('place').notNull().default(0),
    /** For new products of it and of those below, unless they have their own. Null: as above it. */
    hsCode: text('hs_code'),
    battery: boolean('battery'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('category_path').on(t.companyId, t.path),
    uniqueIndex('category_name_zh').on(t.companyId, sql`coalesce(parent_id, 0)`, t.nameZh).where(sql`name_zh <> ''`),
    uniqueIndex('category_name_en').on(t.companyId, sql`coalesce(parent_id, 0)`, t.nameEn).where(sql`name_en <> ''`),
    foreignKey({ columns: [t.companyId, t.parentId], foreignColumns: [t.companyId, t.id], name: 'category_parent' }),
    check('category_named', sql`name_zh <> '' or name_en <> ''`),
    check('category_depth', sql`depth between 1 and 6`),
  ],
);

/** A fact that products of a category and of those below it have. */
export const categoryAttribute = companyTable(
  'category_attribute',
  {
    categoryId: reference('category_id').notNull(),
    nameZh: text('name_zh').notNull().default(''),
    nameEn: text('name_en').notNull().default(''),
    /** text, number, choice, flag, day */
    kind: text('kind').notNull(),
    unit: text('unit').notNull().default(''),
    choices: text('choices').array().notNull().default(sql`'{}'`),
    required: boolean('required').notNull().default(false),
    /** It is required for what is sold there. Empty: everywhere. */
    countries: text('countries').array().notNull().default(sql`'{}'`),
    place: integer('place').notNull().default(0),
  },
  (t) => [
    index('category_attribute_category').on(t.companyId, t.categoryId),
    belongsTo([t.companyId, t.categoryId], [category.companyId, category.id]).onDelete('cascade'),
    check('category_attribute_named', sql`name_zh <> '' or name_en <> ''`),
    check('category_attribute_kind', sql`kind in ('text', 'number', 'choice', 'flag', 'day')`),
    check('category_attribute_choices', sql`(kind = 'choice') = (cardinality(choices) > 0)`),
  ],
);

/** What a family has, and each of its variants under the same names: see families/inherit.ts. */
const goods = () => ({
  nameZh: text('name_zh').notNull(),
  nameEn: text('name_en').notNull(),
  brand: text('brand').notNull().default(''),
  categoryId: reference('category_id'),
  /** Values of the attributes of its category, by attributeKey. */
  attributes: jsonb('attributes').$type<Record<string, string>>().notNull().default({}),
  lengthCm: amount('length_cm'),
  widthCm: amount('width_cm'),
  heightCm: amount('height_cm'),
  netWeightKg: amount('net_weight_kg'),
  grossWeightKg: amount('gross_weight_kg'),
  unitPriceCny: unitCost('unit_price_cny'),
  declaredValueUsd: amount('declared_value_usd'),
  hsCode: text('hs_code').notNull().default(''),
  unit: text('unit').notNull().default('pcs'),
  shelfLifeMonths: integer('shelf_life_months'),
  colour: text('colour').notNull().default(''),
  origin: text('origin').notNull().default('CN'),
  battery: boolean('battery').notNull().default(false),
  label: text('label').notNull().default(''),
  images: text('images').array().notNull().default(sql`'{}'`),
});

/**
 * A family of products. Its variants hold the values that apply to them, so nothing but this area reads a family.
 * `code` is their parent_sku.
 */
export const productFamily = companyTable(
  'product_family',
  {
    code: rawText('code').notNull(),
    axes: jsonb('axes').$type<{ nameZh: string; nameEn: string }[]>().notNull(),
    axisCount: integer('axis_count').generatedAlwaysAs(sql`jsonb_array_length(axes)`),
    ...goods(),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('product_family_code').on(t.companyId, t.code),
    // What a variant refers to: so it has the family's code, and a value on each axis.
    unique('product_family_shape').on(t.companyId, t.id, t.code, t.axisCount),
    index('product_family_updated').on(t.companyId, t.updatedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('product_family_category').on(t.companyId, t.categoryId),
    belongsTo([t.companyId, t.categoryId], [category.companyId, category.id]),
    check('product_family_named', sql`name_zh <> '' or name_en <> ''`),
    check('product_family_axes', sql`jsonb_array_length(axes) between 1 and 3`),
    check('product_family_images_six', sql`cardinality(images) <= 6`),
  ],
);

export const product = companyTable(
  'product',
  {
    /** single, or bundle: a set of other products that has no stock of its own */
    kind: text('kind').notNull().default('single'),
    sku: rawText('sku').notNull(),
    /** The SKU without separators, as `codeOf` of mapping/codes.ts writes it. */
    code: rawText('code').generatedAlwaysAs(sql`translate(upper(sku), U&' \\00A0\\3000-_./', '')`),
    parentSku: rawText('parent_sku'),
    barcode: rawText('barcode'),
    familyId: reference('family_id'),
    /** A value on each axis of the family. */
    axisValues: text('axis_values').array().notNull().default(sql`'{}'`),
    axisCount: integer('axis_count').generatedAlwaysAs(sql`cardinality(axis_values)`),
    /** The fields that are its own although the family has them: every other one equals the family's. */
    overrides: text('overrides').array().notNull().default(sql`'{}'`),
    ...goods(),
    enabled: boolean('enabled').notNull().default(true),
    /** The product that it turned out to be: its SKU and barcode mean that one. */
    mergedInto: reference('merged_into'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('product_sku').on(t.companyId, t.sku),
    index('product_code').on(t.companyId, t.code),
    uniqueIndex('product_barcode').on(t.companyId, t.barcode).where(sql`barcode is not null`),
    index('product_updated').on(t.companyId, t.updatedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('product_state').on(t.companyId, t.enabled, t.updatedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('product_brand').on(t.companyId, t.brand),
    index('product_category').on(t.companyId, t.categoryId),
    index('product_bundle')
      .on(t.companyId, t.updatedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`kind = 'bundle'`),
    belongsTo([t.companyId, t.categoryId], [category.companyId, category.id]),
    index('product_merged').on(t.companyId, t.mergedInto).where(sql`merged_into is not null`),
    foreignKey({
      columns: [t.companyId, t.mergedInto],
      foreignColumns: [t.companyId, t.id],
      name: 'product_merged_into',
    }),
    check('product_images_six', sql`cardinality(images) <= 6`),
    check('product_kind', sql`kind in ('single', 'bundle')`),
    check('product_merged_ends', sql`merged_into is null or (merged_into <> id and not enabled)`),
    uniqueIndex('product_variant')
      .on(
        t.companyId,
        t.familyId,
        sql`lower(axis_values[1])`,
        sql`lower(coalesce(axis_values[2], ''))`,
        sql`lower(coalesce(axis_values[3], ''))`,
      )
      .where(sql`family_id is not null`),
    foreignKey({
      columns: [t.companyId, t.familyId, t.parentSku, t.axisCount],
      foreignColumns: [productFamily.companyId, productFamily.id, productFamily.code, productFamily.axisCount],
      name: 'product_family_variant',
    }),
    check(
      'product_variant_whole',
      sql`case when family_id is null then axis_values = '{}' and overrides = '{}'
      else parent_sku is not null and '' <> all(axis_values) end`,
    ),
  ],
);

/** What a bundle consists of, as its form has it: a part may be a bundle itself. */
export const bundlePart = companyKeyedTable(
  'bundle_part',
  {
    bundleId: reference('bundle_id').notNull(),
    productId: reference('product_id').notNull(),
    quantity: integer('quantity').notNull(),
    place: integer('place').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.bundleId, t.productId),
    index('bundle_part_product').on(t.companyId, t.productId),
    belongsTo([t.companyId, t.bundleId], [product.companyId, product.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
    check('bundle_part_quantity', sql`quantity between 1 and 1000`),
    check('bundle_part_other', sql`product_id <> bundle_id`),
  ],
);

/** The same down to products with stock: what leaves the warehouse for one bundle. Written with bundle_part. */
export const bundleUnit = companyKeyedTable(
  'bundle_unit',
  {
    bundleId: reference('bundle_id').notNull(),
    productId: reference('product_id').notNull(),
    quantity: integer('quantity').notNull(),
    /** The part of the bundle's revenue that all its units have. The shares of a bundle add up to 1. */
    share: numeric('share', { precision: 9, scale: 8 }).notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.bundleId, t.productId),
    index('bundle_unit_product').on(t.companyId, t.productId),
    belongsTo([t.companyId, t.bundleId], [product.companyId, product.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
    check('bundle_unit_quantity', sql`quantity > 0 and share between 0 and 1`),
  ],
);

/** Two SKUs that turned out to be one product: the movements of its stock have it as their document. */
export const productMerge = companyTable(
  'product_merge',
  {
    number: rawText('number').notNull(),
    /** The one that stays. */
    productId: reference('product_id').notNull(),
    mergedId: reference('merged_id').notNull(),
    mergedSku: rawText('merged_sku').notNull(),
    at: instant('at').notNull(),
    actor: text('actor').notNull(),
    /** running, done, failed: then nothing has moved */
    state: text('state').notNull().default('done'),
    /** Why it failed, as core/jobs/failure.ts keeps it. */
    failure: text('failure'),
  },
  (t) => [
    uniqueIndex('product_merge_number').on(t.companyId, t.number),
    uniqueIndex('product_merge_once').on(t.companyId, t.mergedId).where(sql`state <> 'failed'`),
    index('product_merge_merged').on(t.companyId, t.mergedId),
    index('product_merge_product').on(t.companyId, t.productId),
    index('product_merge_running').on(t.companyId).where(sql`state = 'running'`),
    check(
      'product_merge_state',
      sql`state in ('running', 'done', 'failed') and (state = 'failed') = (failure is not null)`,
    ),
    check('product_merge_two', sql`product_id <> merged_id`),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
  ],
);

/**
 * Changes of the number of products by state and day (UTC) of their last change; the sums are the counts. Triggers of
 * `product` append them, a job compacts them. They give the list's totals and the start of its deep pages.
 */
export const productCount = companyTable(
  'product_count',
  {
    enabled: boolean('enabled').notNull(),
    onDay: date('on_day').notNull(),
    delta: integer('delta').notNull(),
  },
  (t) => [index('product_count_sum').on(t.companyId, t.enabled, t.onDay)],
);

/** Words a product is found by; see order_term for why a table of terms. */
export const productTerm = companyTable(
  'product_term',
  { term: rawText('term').notNull(), productId: reference('product_id').notNull() },
  (t) => [
    uniqueIndex('product_term_term').on(t.companyId, t.term, t.productId),
    index('product_term_product').on(t.companyId, t.productId),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]).onDelete('cascade'),
  ],
);

/** Shop + seller SKU -> product. `factor`: units of the product in one unit sold. */
export const skuMapping = companyTable(
  'sku_mapping',
  {
    shopId: reference('shop_id').notNull(),
    sellerSku: rawText('seller_sku').notNull(),
    productId: reference('product_id').notNull(),
    factor: integer('factor').notNull().default(1),
    /** manual, file, equal: the SKUs are equal, listing: with a product made from it */
    source: text('source').notNull().default('manual'),
    /** The run that paired equal SKUs; null once a person has changed the mapping. */
    runId: reference('run_id'),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: text('created_by').notNull(),
  },
  (t) => [
    uniqueIndex('sku_mapping_sku').on(t.companyId, t.shopId, t.sellerSku),
    index('sku_mapping_product').on(t.companyId, t.productId),
    index('sku_mapping_run').on(t.companyId, t.runId).where(sql`run_id is not null`),
    check('sku_mapping_source', sql`source in ('manual', 'file', 'equal', 'listing')`),
    check('sku_mapping_run_is_equal', sql`run_id is null or source = 'equal'`),
    check('sku_mapping_factor', sql`factor between 1 and 10000`),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
  ],
);

/** A mapping that a person removed: the seller SKU never pairs itself again. Saving a mapping ends that. */
export const removedMapping = companyKeyedTable(
  'removed_mapping',
  {
    shopId: reference('shop_id').notNull(),
    sellerSku: rawText('seller_sku').notNull(),
    at: instant('at').notNull(),
    actor: text('actor').notNull(),
  },
  (t) => [keyOf(t.companyId, t.shopId, t.sellerSku)],
);

/** One time that equal SKUs were paired: sku_mapping.run_id names it. */
export const pairingRun = companyTable(
  'pairing_run',
  {
    at: instant('at').notNull(),
    actor: text('actor').notNull(),
    /** person, product, listings, orders */
    cause: text('cause').notNull(),
    paired: integer('paired').notNull().default(0),
    /** False while the job of a run is at work. */
    done: boolean('done').notNull().default(true),
  },
  () => [
    check('pairing_run_cause', sql`cause in ('person', 'product', 'listings', 'orders')`),
    check('pairing_run_paired', sql`paired >= 0`),
  ],
);
