import type { BASE_PERMISSIONS, getRights } from '@tradewind/contract/access.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';

export type Base = (typeof BASE_PERMISSIONS)[number];
export type MemberRights = ResultOf<typeof getRights>;

/** Unsaved ticks. */
export interface Draft {
  models: ReadonlyMap<number, ReadonlySet<string>>;
  permissions: readonly Base[];
  shopIds: readonly number[];
  warehouseIds: readonly number[];
}

export type Models = readonly { modelId: number; buttons: readonly string[] }[];
export const modelMap = (models: Models) =>
  new Map<number, ReadonlySet<string>>(models.map(({ modelId, buttons }) => [modelId, new Set(buttons)]));

export const modelsOf = (models: Draft['models']) =>
  [...models].map(([modelId, buttons]) => ({ modelId, buttons: [...buttons] }));

export const draftOf = (rights: MemberRights): Draft => ({
  models: modelMap(rights.models),
  permissions: rights.permissions,
  shopIds: rights.shopIds,
  warehouseIds: rights.warehouseIds,
});

export const inputOf = (draft: Draft) => ({
  models: modelsOf(draft.models),
  permissions: [...draft.permissions],
  shopIds: [...draft.shopIds],
  warehouseIds: [...draft.warehouseIds],
});
