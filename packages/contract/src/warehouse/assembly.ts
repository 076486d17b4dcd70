import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  day,
  defineCall,
  documentCalls,
  id,
  idempotencyKey,
  integer,
  ok,
  pageOf,
  paging,
  positiveDecimal,
  text,
} from '../call.ts';
import { type DocumentActs, mayBy } from '../document-acts.ts';

/** submitted: what goes in is allocated; done: parts and kits have moved; undone: they are as before. */
export const ASSEMBLY_STATES = ['draft', 'submitted', 'done', 'undone', 'cancelled'] as const;
export const assemblyState = z.enum(ASSEMBLY_STATES);
export type AssemblyState = z.output<typeof assemblyState>;
export const ASSEMBLY_KINDS = ['assemble', 'disassemble'] as const;
const assemblyKind = z.enum(ASSEMBLY_KINDS);
/** Whether an act applies to a document in its current state. */
export const assemblyMay = mayBy({
  edit: ['draft'],
  submit: ['draft'],
  finish: ['submitted'],
  undo: ['done'],
  cancel: ['draft', 'submitted'],
} satisfies DocumentActs<AssemblyState>);

const MOST_PARTS = 100;
const MOST_KITS = 100_000;
const part = z.strictObject({ productId: id(), each: integer(1, 10_000) });
const names = { sku: z.string(), nameZh: z.string(), nameEn: z.string() };

export const assemblyFilter = z.strictObject({
  state: assemblyState.optional(),
  kind: assemblyKind.optional(),
  warehouseId: id().optional(),
  /** The kit. */
  productId: id().optional(),
  from: day().optional(),
  to: day().optional(),
  /** Prefix of a number. */
  text: text(60).optional(),
});
export type AssemblyFilter = z.output<typeof assemblyFilter>;
const assemblyRow = z.object({
  id: z.number(),
  number: z.string(),
  kind: assemblyKind,
  state: assemblyState,
  warehouseId: z.number(),
  warehouseName: z.string(),
  productId: z.number(),
  ...names,
  quantity: z.number(),
  /** For one kit, in base currency; null without the right to see costs. */
  labourCost: z.string().nullable(),
  /** What went in cost, in base currency; null until it is done. */
  issuedCost: z.string().nullable(),
  remark: z.string(),
  version: z.number(),
  createdBy: z.string(),
  createdAt: z.string(),
  doneAt: z.string().nullable(),
});
export type AssemblyRow = z.output<typeof assemblyRow>;
const assemblyLineRow = z.object({
  id: z.number(),
  productId: z.number(),
  ...names,
  each: z.number(),
  quantity: z.number(),
  held: z.number(),
  /** Free in the warehouse now. */
  available: z.number(),
});
export type AssemblyLineRow = z.output<typeof assemblyLineRow>;
/** Units that went out of a location or into it. */
const assemblyMoveRow = z.object({
  id: z.number(),
  productId: z.number(),
  ...names,
  locationCode: z.string(),
  batchCode: z.string().nullable(),
  /** Below zero: out. */
  quantity: z.number(),
});
export type AssemblyMoveRow = z.output<typeof assemblyMoveRow>;

const assembly = documentCalls('/seller/warehouse/assembly', [rights.assembly.view], {
  list: 'Lists assemblies and disassemblies of kits, newest first.',
  filter: assemblyFilter,
  row: assemblyRow,
  tabs: 'Returns the number of assemblies by open status.',
  one: 'Returns an assembly with its parts, the units that moved, and its history.',
  detail: {
    lines: z.array(assemblyLineRow),
    moves: z.array(assemblyMoveRow),
    /** Kits free in the warehouse now. */
    available: z.number(),
    /** Kits that the free parts are enough for. */
    possible: z.number(),
    recipeVersion: z.number().nullable(),
  },
});
export const listAssemblies = assembly.list;
export const assemblyTabs = assembly.tabs;
export const getAssembly = assembly.get;
export type AssemblyDetail = z.output<typeof getAssembly.result>;

export const saveAssembly = defineCall({
  method: 'POST',
  path: '/seller/warehouse/assembly/save',
  access: [rights.assembly.add, rights.assembly.edit],
  summary: 'Creates an assembly or a disassembly, or updates a draft by `id` and `version`.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    kind: assemblyKind,
    warehouseId: id(),
    /** The kit. */
    productId: id(),
    quantity: integer(1, MOST_KITS),
    /** For one kit. Without it: the recipe's for a new document, unchanged for a draft. */
    labourCost: positiveDecimal(4).optional(),
    remark: text(200).default(''),
    /** Without them: those of the recipe. */
    lines: z.array(part).min(1).max(MOST_PARTS).optional(),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), number: z.string() }),
});
export const submitAssembly = assembly.act(
  'submit',
  [rights.assembly.submit],
  'Submits an assembly: allocates the parts, or the kits to be taken apart, so that nobody can sell them.',
);
export const cancelAssembly = assembly.act(
  'cancel',
  [rights.assembly.delete, rights.assembly.submit],
  'Cancels an assembly before anything has moved, and releases its stock.',
);
export const finishAssembly = defineCall({
  method: 'POST',
  path: '/seller/warehouse/assembly/finish',
  access: [rights.assembly.finish],
  summary: 'Moves parts out and kits in at a location, or the other way round, with their cost.',
  input: z.strictObject({
    id: id(),
    /** Where the kits go, or the parts of kits taken apart. */
    locationCode: text(60).min(1),
    /** Locations to take from. Without one, the earliest expiry goes first. The kit's line is 0. */
    from: z
      .array(z.strictObject({ lineId: integer(0), locationCode: text(60).min(1) }))
      .max(MOST_PARTS + 1)
      .default([]),
    ...idempotencyKey,
  }),
  result: z.object({ units: z.number(), batch: z.string().nullable() }),
});
export const undoAssembly = assembly.act(
  'undo',
  [rights.assembly.finish],
  'Undoes an assembly while nobody has used what it made: units, locations and costs are as before.',
);
export const exportAssemblies = assembly.export(
  [rights.assembly.export],
  'Exports the parts of the matching assemblies to an Excel file in the background.',
);
export const printAssembly = defineCall({
  method: 'GET',
  path: '/seller/warehouse/assembly/print',
  access: [rights.assembly.print],
  summary: 'Prints the work sheet of an assembly as PDF.',
  input: z.strictObject({ id: id() }),
  result: z.never(),
  download: true,
});

const proposedPart = z.object({ productId: z.number(), ...names, each: z.number(), available: z.number() });
export const planAssembly = defineCall({
  method: 'GET',
  path: '/seller/warehouse/assembly/plan',
  access: [rights.assembly.view],
  summary: 'Returns the recipe of a kit with the free parts in a warehouse, and how many kits they are enough for.',
  input: z.strictObject({ productId: id(), warehouseId: id().optional() }),
  result: z.object({
    recipeId: z.number().nullable(),
    version: z.number().nullable(),
    labourCost: z.string().nullable(),
    parts: z.array(proposedPart),
    /** Kits free in the warehouse. */
    available: z.number(),
    possible: z.number(),
  }),
});
export const proposeAssemblies = defineCall({
  method: 'POST',
  path: '/seller/warehouse/assembly/propose',
  access: [rights.assembly.add],
  summary: 'Creates drafts for kits that waiting orders lack in a warehouse, as many as the free parts are enough for.',
  input: z.strictObject({ warehouseId: id(), ...idempotencyKey }),
  result: z.object({
    made: z.array(z.object({ id: z.number(), number: z.string(), sku: z.string(), quantity: z.number() })),
    /** Kits that orders lack and whose parts are short. */
    short: z.array(z.object({ sku: z.string(), missing: z.number() })),
  }),
});

// ---- recipes
const recipeFilter = z.strictObject({
  /** Prefix of the kit's SKU, or a part of its name. */
  text: text(60).optional(),
  /** Recipes with this part. */
  partId: id().optional(),
  /** Where `possible` counts; everywhere if empty. */
  warehouseId: id().optional(),
});
export type RecipeFilter = z.output<typeof recipeFilter>;
const recipeRow = z.object({
  id: z.number(),
  productId: z.number(),
  ...names,
  version: z.number(),
  labourCost: z.string().nullable(),
  remark: z.string(),
  parts: z.array(z.object({ productId: z.number(), ...names, each: z.number() })),
  /** Kits that the free parts are enough for. */
  possible: z.number(),
  createdBy: z.string(),
  createdAt: z.string(),
});
export type RecipeRow = z.output<typeof recipeRow>;
export const listRecipes = defineCall({
  method: 'GET',
  path: '/seller/warehouse/recipe/list',
  access: [rights.assembly.view],
  summary: 'Lists the recipes of kits in use, with how many kits can be made of the free parts.',
  input: recipeFilter.extend(paging),
  result: pageOf(recipeRow),
});
export const saveRecipe = defineCall({
  method: 'POST',
  path: '/seller/warehouse/recipe/save',
  access: [rights.assembly.edit],
  summary: 'Saves the recipe of a kit as a new version. `version` is the one that it replaces, 0 if there is none.',
  input: z.strictObject({
    productId: id(),
    version: integer(0).default(0),
    /** For one kit. Without it: that of the version before. */
    labourCost: positiveDecimal(4).optional(),
    remark: text(200).default(''),
    parts: z.array(part).min(1).max(MOST_PARTS),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), version: z.number() }),
});
export const retireRecipe = defineCall({
  method: 'POST',
  path: '/seller/warehouse/recipe/retire',
  access: [rights.assembly.edit],
  summary: 'Takes a recipe out of use. Documents made by it keep it.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: ok,
});
