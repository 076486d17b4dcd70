import { ORDER_MODULES, rights } from '@tradewind/contract/access/modules.ts';
import { getSetup, type SetupState, type SetupStep } from '@tradewind/contract/dashboard.ts';
import { useTranslation } from 'react-i18next';
import { callApi } from '../api/client.ts';
import { useRefresh } from '../api/hooks.ts';
import { toast } from '../api/toast.ts';
import { useModulePaths } from './module-paths.ts';
import { ADD } from './use-add.ts';

type Step = SetupState['steps'][number];

/** The link to the form of a step, or to what it lacks; undefined without the right to its page. */
export function useSetupDoors(): (step: Pick<Step, 'step' | 'lacks'>) => string | undefined {
  const paths = useModulePaths();
  const orders = ORDER_MODULES.find((id) => paths.has(id)) ?? 0;
  const links: Record<SetupStep, readonly [module: number, query: string]> = {
    shop: [rights.salesChannel.id, `?add=${ADD}`],
    products: [rights.product.id, `?add=${ADD}`],
    warehouse: [rights.warehouse.id, `?add=${ADD}`],
    stock: [rights.stock.id, '?add=opening'],
    pairing: [rights.skuMapping.id, ''],
    carrier: [rights.carrier.id, '?add=account'],
    shipment: [orders, ''],
  };
  const instead: Partial<Record<NonNullable<Step['lacks']>, readonly [module: number, query: string]>> = {
    consent: [rights.salesChannel.id, ''],
    listings: [rights.listing.id, '?tab=unmapped&make=all'],
    location: [rights.location.id, `?add=${ADD}`],
    channel: [rights.carrier.id, '?add=channel'],
  };
  return ({ step, lacks }) => {
    const better = lacks ? instead[lacks] : undefined;
    const [module, query] = better && paths.has(better[0]) ? better : links[step];
    const path = paths.get(module);
    return path && path + query;
  };
}

/** Says that something was saved, and leads a new company on to the next step of its setup. */
export function useSavedStep(): (text: string) => Promise<void> {
  const { t } = useTranslation();
  const doors = useSetupDoors();
  const refresh = useRefresh();
  return async (text) => {
    refresh(getSetup);
    const state = await callApi(getSetup, {}, { quiet: true }).catch(() => undefined);
    const next = state?.over ? undefined : state?.steps.find(({ step }) => step === state.next);
    const to = next && doors(next);
    if (next && to) toast.leading(text, t('setup.onTo', { step: t(`setup.step.${next.step}`) }), to);
    else toast.success(text);
  };
}
