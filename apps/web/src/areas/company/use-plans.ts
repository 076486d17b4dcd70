import type { ResultOf } from '@tradewind/contract/call.ts';
import { LIMITS, type listPlans } from '@tradewind/contract/plans.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../components/format.ts';
import { currentLanguage } from '../../i18n.ts';

export type Plan = ResultOf<typeof listPlans>['plans'][number];

/** A plan's name and contents, in words. */
export function usePlanWords() {
  const { t } = useTranslation('company');
  const nameOf = (plan: Plan) => (currentLanguage() === 'zh' ? plan.nameZh : plan.nameEn);
  const pointsOf = (plan: Plan): { has: boolean; text: string }[] => {
    const limits = LIMITS.map((kind) => {
      const limit = plan.limits[kind];
      const words =
        limit === null ? t(`plan.unlimitedUnit.${kind}`) : t(`plan.unit.${kind}`, { count: formatNumber(limit) });
      return { has: true, text: words };
    });
    const left = plan.lockedModules.map((module) => (currentLanguage() === 'zh' ? module.zh : module.en));
    const names = left.join(currentLanguage() === 'zh' ? '、' : ', ');
    const all = left.length === 0;
    return [...limits, { has: all, text: all ? t('plan.all') : t('plan.without', { names }) }];
  };
  return { nameOf, pointsOf };
}

/** A price without cents if it has none. */
export const priceText = (amount: string | number, currency: string): string =>
  new Intl.NumberFormat(currentLanguage() === 'zh' ? 'zh-CN' : 'en', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(Number(amount));
