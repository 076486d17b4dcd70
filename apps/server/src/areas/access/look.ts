import type { ModelNode } from '@tradewind/contract/access.ts';
import type { Language, Rights } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { say } from '../../core/text/texts.ts';
import { ascending, baseOf, holdsButton, holdsModule, modelsOf, stampOf } from './grant.ts';
import { holderNamed } from './members.ts';
import { HOME, type Module, modules } from './modules.ts';
import { type Place, placesOf } from './places.ts';

/** All modules that can be granted. A heading stands for the modules under it; everybody has Home. */
export function modelTree(rights: Rights, language: Language): ModelNode[] {
  const node = (module: Module): ModelNode => {
    const children = modules.filter((m) => m.group === module.id).map(node);
    return {
      id: module.id,
      label: language === 'zh' ? module.zh : module.en,
      served: module.path === '#' ? children.some((child) => child.served) : module.component !== '',
      locked: rights.locked?.has(module.id) ?? false,
      mayGrant: module.path === '#' ? children.some((child) => child.mayGrant) : holdsModule(rights, module.id),
      buttons: module.buttons.map((name) => ({
        name,
        label: say(language, `access.button.${name}`),
        mayGrant: holdsButton(rights, `${module.id}:${name}`),
      })),
      children,
    };
  };
  return modules.filter((module) => module.group === 0 && module.id !== HOME).map(node);
}

/** @param main only this main module and the modules under it */
export async function modelsOfMember(tx: Tx, userLoginId: string, main?: number) {
  const { grant, mainAccount } = await holderNamed(tx, userLoginId);
  const beneath = (id: number) =>
    main === undefined || id === main || modules.some((m) => m.id === id && m.group === main);
  const all = modules.filter((module) => module.path !== '#' && module.id !== HOME);
  const models = mainAccount ? all.map(({ id, buttons }) => ({ modelId: id, buttons: [...buttons] })) : modelsOf(grant);
  return { stamp: stampOf(grant), models: models.filter(({ modelId }) => beneath(modelId)) };
}

const marked = (places: readonly Place[], byDepartment: ReadonlySet<number>) =>
  places.map((place) => ({ ...place, byDepartment: byDepartment.has(place.id) }));

export async function rightsOfMember(tx: Tx, userLoginId: string) {
  const [holder, places] = await Promise.all([holderNamed(tx, userLoginId), placesOf(tx)]);
  const { grant, departmentShops, departmentWarehouses } = holder;
  const observed = (ids: ReadonlySet<number>, all: readonly Place[]) =>
    ascending(ids).filter((id) => all.some((place) => place.id === id));
  return {
    stamp: stampOf(grant),
    userLoginId,
    name: holder.name,
    mainAccount: holder.mainAccount,
    departmentId: holder.departmentId,
    departmentName: holder.departmentName,
    models: modelsOf(grant),
    permissions: baseOf(grant),
    shopIds: observed(grant.shops, places.shops),
    warehouseIds: observed(grant.warehouses, places.warehouses),
    shops: marked(places.shops, departmentShops),
    warehouses: marked(places.warehouses, departmentWarehouses),
  };
}
