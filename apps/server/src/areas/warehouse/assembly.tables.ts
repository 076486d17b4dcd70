import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { amount, belongsTo, companyTable, instant, rawText, reference, unitCost } from '../../core/database/table.ts';
import { product } from '../catalog/catalog.tables.ts';
import { warehouse } from './warehouse.tables.ts';

/** What a kit is made of. Each change is a version of its own, so that an old document still shows its recipe. */
export const recipe = companyTable(
  'recipe',
  {
    productId: reference('product_id').notNull(),
    /** 1, 2, ... of its kit. */
    version: integer('version').notNull(),
    /** The version that new documents propose. None: the recipe was taken out of use. */
    current: boolean('current').notNull().default(true),
    /** Labour for one kit, in base currency. */
    labourCost: unitCost('labour_cost').notNull().default('0'),
    remark: text('remark').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
  },
  (t) => [
    uniqueIndex('recipe_version').on(t.companyId, t.productId, t.version),
    uniqueIndex('recipe_current').on(t.companyId, t.productId).where(sql`current`),
    index('recipe_list').on(t.companyId, t.id.desc().nullsFirst()).where(sql`current`),
    check('recipe_counts', sql`version > 0 and labour_cost >= 0`),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
  ],
);

export const recipePart = companyTable(
  'recipe_part',
  {
    recipeId: reference('recipe_id').notNull(),
    productId: reference('product_id').notNull(),
    /** Units in one kit. */
    each: integer('each').notNull(),
  },
  (t) => [
    uniqueIndex('recipe_part_once').on(t.companyId, t.recipeId, t.productId),
    index('recipe_part_product').on(t.companyId, t.productId),
    check('recipe_part_counts', sql`each > 0`),
    belongsTo([t.companyId, t.recipeId], [recipe.companyId, recipe.id]),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
  ],
);

/**
 * Parts become kits, or kits become parts again: draft -> submitted (what goes in is allocated) -> done (moved) -> undone
 * | cancelled, before anything has moved.
 */
export const assembly = companyTable(
  'assembly',
  {
    number: rawText('number').notNull(),
    /** assemble | disassemble */
    kind: text('kind').notNull(),
    state: text('state').notNull().default('draft'),
    warehouseId: reference('warehouse_id').notNull(),
    /** The kit. */
    productId: reference('product_id').notNull(),
    /** The version that proposed the lines. Null: a person typed them. */
    recipeId: reference('recipe_id'),
    /** Kits. */
    quantity: integer('quantity').notNull(),
    /** Kits allocated for disassembly. */
    held: integer('held').notNull().default(0),
    /** Labour for one kit, in base currency. */
    labourCost: unitCost('labour_cost').notNull().default('0'),
    /** What the units that went in cost, in base currency. Null: not done yet. */
    issuedCost: amount('issued_cost'),
    remark: text('remark').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    doneAt: instant('done_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('assembly_number').on(t.companyId, t.number),
    index('assembly_state').on(t.companyId, t.state, t.id.desc().nullsFirst()),
    index('assembly_warehouse').on(t.companyId, t.warehouseId, t.id.desc().nullsFirst()),
    index('assembly_product').on(t.companyId, t.productId, t.id.desc().nullsFirst()),
    index('assembly_held').on(t.companyId, t.productId).where(sql`held > 0`),
    check('assembly_kind', sql`kind in ('assemble', 'disassemble')`),
    check('assembly_state_known', sql`state in ('draft', 'submitted', 'done', 'undone', 'cancelled')`),
    check('assembly_counts', sql`quantity > 0 and labour_cost >= 0 and (kind = 'assemble' or labour_cost = 0)`),
    check(
      'assembly_holds',
      sql`held = case when kind = 'disassemble' and state = 'submitted' then quantity else 0 end`,
    ),
    belongsTo([t.companyId, t.warehouseId], [warehouse.companyId, warehouse.id]),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
    belongsTo([t.companyId, t.recipeId], [recipe.companyId, recipe.id]),
  ],
);

export const assemblyLine = companyTable(
  'assembly_line',
  {
    assemblyId: reference('assembly_id').notNull(),
    productId: reference('product_id').notNull(),
    /** Units in one kit. */
    each: integer('each').notNull(),
    quantity: integer('quantity').notNull(),
    /** Allocated for assembly. */
    held: integer('held').notNull().default(0),
  },
  (t) => [
    uniqueIndex('assembly_line_product').on(t.companyId, t.assemblyId, t.productId),
    index('assembly_line_held').on(t.companyId, t.productId).where(sql`held > 0`),
    check('assembly_line_counts', sql`each > 0 and quantity > 0 and (held = 0 or held = quantity)`),
    belongsTo([t.companyId, t.assemblyId], [assembly.companyId, assembly.id]),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
  ],
);
