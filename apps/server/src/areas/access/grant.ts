import { createHash } from 'node:crypto';
import { BASE_PERMISSIONS } from '@tradewind/contract/access.ts';
import type { Rights } from '../../core/context.ts';
import { badField, forbidden } from '../../core/errors.ts';
import { HOME, moduleOf } from './modules.ts';

/** The grants of one member, without what the department gives. */
export interface Grant {
  modules: ReadonlySet<number>;
  /** "201:edit" */
  buttons: ReadonlySet<string>;
  base: ReadonlySet<string>;
  shops: ReadonlySet<number>;
  warehouses: ReadonlySet<number>;
}
export type Base = (typeof BASE_PERMISSIONS)[number];
export interface Model {
  modelId: number;
  buttons: string[];
}

export const without = <T>(from: ReadonlySet<T>, what: ReadonlySet<T>): Set<T> =>
  new Set([...from].filter((item) => !what.has(item)));
export const withAll = <T>(a: ReadonlySet<T>, b: Iterable<T>): Set<T> => new Set([...a, ...b]);

/** What `after` adds to `before`. Swap the arguments for what it removes. */
export function gained(before: Grant, after: Grant): Grant {
  return {
    modules: without(after.modules, before.modules),
    buttons: without(after.buttons, before.buttons),
    base: without(after.base, before.base),
    shops: without(after.shops, before.shops),
    warehouses: without(after.warehouses, before.warehouses),
  };
}

export function isNothing(grant: Grant): boolean {
  return [grant.modules, grant.buttons, grant.base, grant.shops, grant.warehouses].every((set) => set.size === 0);
}

/** The ticked modules. Nobody can grant headings or Home. @throws badField models */
export function readModels(models: readonly Model[]): Pick<Grant, 'modules' | 'buttons'> {
  const modules = new Set<number>();
  const buttons = new Set<string>();
  for (const { modelId, buttons: pressed } of models) {
    const module = moduleOf(modelId);
    if (!module) throw badField('models', 'access.unknownModule', { id: modelId });
    if (module.path === '#' || modelId === HOME) continue;
    modules.add(modelId);
    for (const button of pressed) {
      if (!module.buttons.includes(button))
        throw badField('models', 'access.unknownButton', { module: module.en, button });
      buttons.add(`${modelId}:${button}`);
    }
  }
  return { modules, buttons };
}

export function modelsOf({ modules, buttons }: Pick<Grant, 'modules' | 'buttons'>): Model[] {
  const of = (id: number) =>
    [...buttons].filter((name) => name.startsWith(`${id}:`)).map((name) => name.split(':')[1] ?? '');
  return [...modules].sort((a, b) => a - b).map((modelId) => ({ modelId, buttons: of(modelId).sort() }));
}

export const isBase = (name: string): name is Base => BASE_PERMISSIONS.some((known) => known === name);
export const baseOf = ({ base }: Pick<Grant, 'base'>): Base[] => [...base].filter(isBase).sort();

/** Two equal grants have equal stamps. */
export function stampOf(grant: Grant): string {
  const sorted = [modelsOf(grant), baseOf(grant), ascending(grant.shops), ascending(grant.warehouses)];
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 32);
}
export const ascending = (ids: ReadonlySet<number>): number[] => [...ids].sort((a, b) => a - b);

export const holdsModule = (rights: Rights, id: number) => rights.all || rights.modules.has(id);
export const holdsButton = (rights: Rights, button: string) => rights.all || rights.buttons.has(button);
export const holdsBase = (rights: Rights, name: string) => rights.all || rights.base.has(name);

/** Nobody grants a right that they do not have. @throws forbidden access.notYours */
export function assertMayGive(rights: Rights, gains: Grant): void {
  const foreign = [
    ...[...gains.modules].filter((id) => !holdsModule(rights, id)).map((id) => moduleOf(id)?.zh ?? id),
    ...[...gains.buttons].filter((name) => !holdsButton(rights, name)),
    ...[...gains.base].filter((name) => !holdsBase(rights, name)),
    ...(rights.shopIds ? [...without(gains.shops, new Set(rights.shopIds))].map((id) => `shop ${id}`) : []),
    ...(rights.warehouseIds
      ? [...without(gains.warehouses, new Set(rights.warehouseIds))].map((id) => `warehouse ${id}`)
      : []),
  ];
  if (foreign.length > 0) throw forbidden('access.notYours', { what: foreign.slice(0, 10).join(', ') });
}
