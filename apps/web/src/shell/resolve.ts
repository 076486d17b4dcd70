import { isPagePath } from '@tradewind/contract/access/paths.ts';
import type { MenuItem } from '@tradewind/contract/access.ts';
import { matchPath } from 'react-router';
import { i18n } from '../i18n.ts';
import { areaRoutes } from '../pages.ts';
import { ownRoutes } from './own-routes.ts';
import { isPublicPath } from './public-paths.ts';
import { isSignIn } from './redirect.ts';

export interface ResolvedPage {
  kind: 'page';
  path: string;
  /** Name in the page registry, or one of the shell's own. */
  component: string;
  /** The route's pattern, for parameters. */
  pattern: string;
  title: string;
  frame: 'bare' | 'layout';
  moduleId: number;
  noCache: boolean;
  affix: boolean;
  /** Titles from the menu's root down to the page. */
  trail: string[];
}
export type Resolved = ResolvedPage | { kind: 'redirect'; to: string } | { kind: 'denied' } | { kind: 'unknown' };

export const HOME = '/Mainpage';

export function menuTitle(item: MenuItem): string {
  const title = i18n.language === 'en' ? item.meta.titleEn : item.meta.titleZh;
  return title || item.meta.title || item.label;
}
/** A path of # becomes the item's id and a suffix. */
export function menuKey(item: MenuItem): string {
  return item.path === '#' ? `${item.id}key` : item.path;
}

/** Resolves a path for this user: a page of the shell, of an area or of the menu. */
export function resolvePath(path: string, menu: readonly MenuItem[]): Resolved {
  if (path === '/' || path === '') return { kind: 'redirect', to: HOME };
  const inMenu = findInMenu(menu, path, []);
  if (inMenu) {
    const { item, trail } = inMenu;
    if (item.checked === 'N') return { kind: 'redirect', to: '/error' };
    if (item.redirect && item.redirect !== path) return { kind: 'redirect', to: item.redirect };
    return {
      kind: 'page',
      path,
      pattern: path,
      component: item.component,
      title: menuTitle(item),
      frame: 'layout',
      moduleId: item.id,
      noCache: item.meta.noCache,
      affix: item.meta.affix,
      trail: trail.map(menuTitle),
    };
  }
  for (const route of [...ownRoutes, ...areaRoutes]) {
    if (!matchPath(route.path, path)) continue;
    const title = i18n.t(route.title);
    return {
      kind: 'page',
      path,
      pattern: route.path,
      component: route.component,
      title,
      frame: route.frame,
      moduleId: route.moduleId ?? 0,
      noCache: route.noCache ?? false,
      affix: false,
      trail: [title],
    };
  }
  return { kind: isPagePath(path) ? 'denied' : 'unknown' };
}

/** Whether a visitor may open it. */
export function isOpen(path: string): boolean {
  return isPublicPath(path) || areaRoutes.some((route) => route.access === 'public' && matchPath(route.path, path));
}

/** Whether a public page needs the signed-in user. */
export function wantsSession(path: string): boolean {
  return (
    isSignIn(path) ||
    path === '/ChangePassword' ||
    path === '/SecondFactor' ||
    areaRoutes.some((route) => route.session && matchPath(route.path, path))
  );
}

function findInMenu(
  items: readonly MenuItem[],
  path: string,
  above: MenuItem[],
): { item: MenuItem; trail: MenuItem[] } | undefined {
  for (const item of items) {
    const trail = [...above, item];
    if (item.path === path && item.component !== 'Layout') return { item, trail };
    const below = findInMenu(item.children, path, trail);
    if (below) return below;
  }
  return undefined;
}

export function affixPaths(menu: readonly MenuItem[]): string[] {
  return menu.flatMap((item) => [
    ...(item.meta.affix && item.checked === 'Y' ? [item.path] : []),
    ...affixPaths(item.children),
  ]);
}
