import type { MenuItem } from '@tradewind/contract/access.ts';
import { useMemo } from 'react';
import { useSession } from '../shell/session.ts';

/** The paths of the pages that the user may open, by the ids of their modules. */
export function useModulePaths(): ReadonlyMap<number, string> {
  const menu = useSession()?.menu;
  return useMemo(() => new Map(pathsOf(menu ?? [])), [menu]);
}

function pathsOf(items: readonly MenuItem[]): [number, string][] {
  return items.flatMap((item) => [
    ...(item.component && item.component !== 'Layout' && item.checked === 'Y'
      ? [[item.id, item.path] satisfies [number, string]]
      : []),
    ...pathsOf(item.children),
  ]);
}
