import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadTexts } from './i18n.ts';

/** A page of an area: areas/orders/pages/OrderList.tsx is the menu's component "orders/OrderList". */
const files = import.meta.glob<{ default: ComponentType }>('./areas/*/pages/*.tsx');
/** A component of an area comes with the area's texts. */
const lazyIn = (area: string, load: () => Promise<{ default: ComponentType }>): LazyExoticComponent<ComponentType> =>
  lazy(async () => (await Promise.all([load(), loadTexts(area)]))[0]);
const loaded = new Map<string, LazyExoticComponent<ComponentType>>();

export function pageComponent(name: string): LazyExoticComponent<ComponentType> | undefined {
  const known = loaded.get(name);
  if (known) return known;
  const [area = '', page] = name.split('/');
  const load = files[`./areas/${area}/pages/${page}.tsx`];
  if (!load) return undefined;
  const component = lazyIn(area, load);
  loaded.set(name, component);
  return component;
}

/** What an area puts into areas/<area>/routes.ts for pages that the server's menu does not bring. */
export interface AreaRoute {
  /** "/order/detail/:id", "/helpDoc/*" */
  path: string;
  /** "orders/OrderDetail" */
  component: string;
  /** Key of the shared texts: a tab has its title before the area's texts are here. */
  title: string;
  /** `public` paths need no login. */
  access: 'public' | 'user';
  /** `bare`: without sidebar and tabs. */
  frame: 'bare' | 'layout';
  /** A public page that shows more to whoever is signed in: useSession() is filled. */
  session?: boolean;
  moduleId?: number;
  noCache?: boolean;
}

const routeFiles = import.meta.glob<{ routes: readonly AreaRoute[] }>('./areas/*/routes.ts', { eager: true });
export const areaRoutes: readonly (AreaRoute & { area: string })[] = Object.entries(routeFiles).flatMap(
  ([file, module]) => module.routes.map((route) => ({ ...route, area: file.split('/')[2] ?? '' })),
);

/** Rendered once inside the layout: dialogs and checks of an area that belong to no page (areas/<area>/shell-slot.tsx). */
const slotFiles = import.meta.glob<{ default: ComponentType }>('./areas/*/shell-slot.tsx');
export const shellSlots: readonly { area: string; Slot: LazyExoticComponent<ComponentType> }[] = Object.entries(
  slotFiles,
).map(([file, load]) => {
  const area = file.split('/')[2] ?? '';
  return { area, Slot: lazyIn(area, load) };
});
