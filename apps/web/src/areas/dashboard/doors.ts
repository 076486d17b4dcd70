import { ORDER_MODULES, rights } from '@tradewind/contract/access/modules.ts';
import { useMemo } from 'react';
import { useModulePaths } from '../../components/module-paths.ts';

export const MODULES = {
  products: 201,
  mapping: 203,
  purchases: 303,
  replenishment: 305,
  stock: 501,
  outbound: 503,
  picking: 504,
  shops: 994,
  rates: 999,
} as const;

type Query = Record<string, string | number>;

/** Links to pages that the user may open. Undefined: no access, so neither the link nor its block shows. */
export interface Doors {
  to: (module: keyof typeof MODULES, query?: Query) => string | undefined;
  /** All orders, otherwise the first platform page. `moduleId` names the platform of a single shop. */
  orders: (query?: Query, moduleId?: number) => string | undefined;
  any: boolean;
}

export function useDoors(): Doors {
  const paths = useModulePaths();
  return useMemo(() => {
    const link = (id: number | undefined, query: Query = {}) => {
      const path = id === undefined ? undefined : paths.get(id);
      if (!path) return undefined;
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]) => [name, String(value)]),
      ).toString();
      return search ? `${path}?${search}` : path;
    };
    const firstOrders = ORDER_MODULES.find((id) => paths.has(id));
    return {
      to: (module, query) => link(MODULES[module], query),
      orders: (query, moduleId) =>
        link(firstOrders === rights.order.id || moduleId === undefined ? firstOrders : moduleId, query),
      any: paths.size > 1,
    };
  }, [paths]);
}
