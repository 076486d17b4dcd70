import { rightOf } from '@tradewind/contract/access/modules.ts';
import type { MenuItem } from '@tradewind/contract/access.ts';
import { type Language, mayPress, type Rights } from '../../core/context.ts';
import { HOME, type Module, moduleOf, modules } from './modules.ts';

/** The part of the tree that the rights allow. Modules outside the plan show as locked to users with the right. */
export function menuOf(rights: Rights, language: Language): MenuItem[] {
  const shown = modules.filter((module) => module.component !== '' && granted(rights, module.id));
  const item = (module: Module): MenuItem =>
    asItem(module, rights, language, shown.filter((m) => m.group === module.id).map(item));
  return modules
    .filter((module) => module.group === 0 && (shown.includes(module) || shown.some((m) => m.group === module.id)))
    .map(item);
}

/** Permitted buttons of a module that is served. */
export function buttonsOf(rights: Rights, moduleId: number): string[] {
  const module = moduleOf(moduleId);
  if (!module?.component) return [];
  return module.buttons.filter((button) => mayPress(rights, rightOf(moduleId, button)));
}

const granted = (rights: Rights, id: number) => rights.all || id === HOME || rights.modules.has(id);

function asItem(module: Module, rights: Rights, language: Language, children: MenuItem[]): MenuItem {
  const group = module.path === '#';
  return {
    id: module.id,
    label: language === 'zh' ? module.zh : module.en,
    name: `m${module.id}`,
    path: module.path,
    component: group ? 'Layout' : module.component,
    redirect: group ? (children[0]?.path ?? '') : '',
    hidden: false,
    alwaysShow: group,
    checked: rights.locked?.has(module.id) ? 'N' : 'Y',
    meta: {
      title: language === 'zh' ? module.zh : module.en,
      titleZh: module.zh,
      titleEn: module.en,
      icon: module.icon,
      noCache: false,
      affix: module.id === HOME,
    },
    children,
  };
}
