import { groups, ORDER_MODULES, rights } from '@tradewind/contract/access/modules.ts';
import type { MenuItem } from '@tradewind/contract/access.ts';
import { getUserShop } from '@tradewind/contract/channels.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../api/hooks.ts';
import { usePreference } from './preferences.ts';

const STALE_MS = 300_000;
/** Not a module: the entry that contains the platforms without a shop. */
const OTHERS_ID = -1;
const isPlatform = ({ id }: MenuItem) => id !== rights.order.id && ORDER_MODULES.includes(id);

/** Whether the menu lists the pages of all platforms, also of those where the user has no shop. */
export function useAllPlatforms(): [all: boolean, save: (all: boolean) => void] {
  const [all, save] = usePreference('menu.allPlatforms', (value) => value === true);
  return [all, (value) => save(value || null)];
}

/** The menu with the platforms where the user has no shop in an entry of their own, unless they prefer the whole tree. */
export function usePlatformMenu(menu: readonly MenuItem[], active: string): readonly MenuItem[] {
  const { t } = useTranslation();
  const [all] = useAllPlatforms();
  const shops = useCall(getUserShop, {}, { staleMs: STALE_MS }).data?.list;
  return useMemo(() => {
    if (all || !shops) return menu;
    const used = new Set(shops.map((shop) => shop.moduleId));
    const isOther = (item: MenuItem) => isPlatform(item) && !used.has(item.id) && item.path !== active;
    return menu.map((group) => {
      const others = group.children.filter(isOther);
      if (group.id !== groups.orders || others.length === 0) return group;
      const shown = group.children.filter((item) => !others.includes(item));
      const last = shown.findLastIndex(({ id }) => ORDER_MODULES.includes(id));
      const title = t('nav.connect');
      const meta = { ...group.meta, title, titleZh: '', titleEn: '' };
      const rest = { ...group, id: OTHERS_ID, name: 'others', label: title, meta, children: others };
      return { ...group, children: shown.toSpliced(last + 1, 0, rest) };
    });
  }, [menu, shops, all, active, t]);
}
