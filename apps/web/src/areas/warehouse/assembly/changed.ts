import { assemblyTabs, getAssembly, listAssemblies, listRecipes, planAssembly } from '@tradewind/contract/warehouse.ts';

export const CHANGED = [listAssemblies, getAssembly, assemblyTabs, listRecipes, planAssembly] as const;
