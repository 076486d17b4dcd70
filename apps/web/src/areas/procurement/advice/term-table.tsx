import { type AdviceDetail as Advice, type PlannedOrder, SALES_WINDOWS } from '@tradewind/contract/procurement.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatNumber, formatPercent } from '../../../components/format.ts';

const figure = (value: number) => formatNumber(value, { max: 2 });
const whole = (value: number) => formatNumber(Math.ceil(value - 1e-9));

interface Term {
  key: string;
  label: string;
  formula: string;
  value: string;
  strong?: boolean;
}

/** Each number of an advice beside its formula, in the order in which one follows from the other. */
export function TermTable({ advice }: { advice: Advice }): ReactNode {
  const { t } = useTranslation('procurement');
  const rows = useTerms(advice);
  return (
    <table className="tw-advice-terms">
      <caption className="tw-hidden-text">{t('advice.terms.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('advice.terms.what')}</th>
          <th scope="col">{t('advice.terms.formula')}</th>
          <th scope="col">{t('advice.terms.value')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} data-strong={row.strong || undefined}>
            <th scope="row">{row.label}</th>
            <td className="tw-muted">{row.formula}</td>
            <td className="tw-figure">{row.value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function useTerms(advice: Advice): Term[] {
  const { t } = useTranslation('procurement');
  const { terms: it } = advice;
  const days = (count: number) => t('advice.days', { count });
  const horizon = it.leadDays + it.reviewDays;
  const offer = useOffer(advice);
  const packed = usePacked(advice);
  const minimum = useMinimum(advice);
  return [
    { key: 'perDay', label: t('advice.terms.perDay'), formula: useForecast(advice), value: figure(it.perDay) },
    {
      key: 'lead',
      label: t('advice.terms.lead'),
      formula: t(`advice.terms.leadFrom.${it.leadFrom}`),
      value: days(it.leadDays),
    },
    ...(it.leadDeviation > 0
      ? [
          {
            key: 'spread',
            label: t('advice.terms.spread'),
            formula: t('advice.terms.spreadOf', { count: it.leadReceipts, mean: figure(it.leadMean) }),
            value: `± ${t('advice.days', { count: Math.round(it.leadDeviation * 10) / 10 })}`,
          },
        ]
      : []),
    {
      key: 'span',
      label: t('advice.terms.span'),
      formula:
        it.review === 'daily'
          ? t('advice.terms.spanDaily', { lead: it.leadDays })
          : t('advice.terms.spanFixed', { lead: it.leadDays, review: it.reviewDays }),
      value: days(it.span),
    },
    { key: 'safety', label: t('advice.terms.safety'), formula: useSafety(advice), value: whole(it.safety) },
    ...(it.review === 'daily'
      ? [
          {
            key: 'reorder',
            label: t('advice.terms.reorder'),
            formula: t('advice.terms.reorderOf', { demand: figure(it.spanDemand), safety: whole(it.safety) }),
            value: whole(it.reorderAt),
          },
        ]
      : []),
    {
      key: 'demand',
      label: t('advice.terms.demand'),
      formula: t('advice.terms.demandOf', { days: horizon }),
      value: figure(it.demand),
    },
    {
      key: 'target',
      label: t('advice.terms.target'),
      formula: t('advice.terms.targetOf', { demand: figure(it.demand), safety: whole(it.safety) }),
      value: whole(it.target),
    },
    {
      key: 'position',
      label: t('advice.terms.position'),
      formula: [
        t('advice.terms.positionOf', {
          available: formatNumber(it.available),
          incoming: formatNumber(it.incoming),
          requested: formatNumber(it.requested),
          backorders: formatNumber(it.backorders),
        }),
        ...(it.fromHome > 0 ? [t('advice.terms.positionHome', { units: formatNumber(it.fromHome) })] : []),
        ...(it.away > 0 ? [t('advice.terms.positionAway', { units: formatNumber(it.away) })] : []),
      ].join(''),
      value: formatNumber(it.position),
    },
    ...(it.later > 0
      ? [
          {
            key: 'later',
            label: t('advice.terms.later'),
            formula: t('advice.terms.laterOf', { days: horizon }),
            value: formatNumber(it.later),
          },
        ]
      : []),
    { key: 'lack', label: t('advice.terms.lack'), formula: t('advice.terms.lackOf'), value: whole(it.lack) },
    {
      key: 'quantity',
      label: t('advice.terms.quantity'),
      formula: useRounding(advice),
      value: formatNumber(advice.quantity),
      strong: true,
    },
    ...(packed ? [packed] : []),
    ...(minimum ? [minimum] : []),
    ...(it.nextBreak
      ? [
          {
            key: 'next',
            label: t('advice.terms.next'),
            formula: [
              t('advice.terms.nextOf', {
                quantity: formatNumber(it.nextBreak.fromQuantity),
                days: it.nextBreak.days,
              }),
              ...offer,
            ].join(' · '),
            value: formatNumber(it.nextBreak.fromQuantity),
          },
        ]
      : []),
  ];
}

function useForecast({ terms: it }: Advice): string {
  const { t } = useTranslation('procurement');
  const spikes = it.spikes > 0 ? t('advice.terms.spikes', { count: it.spikes }) : '';
  if (it.model !== 'windows') return `${t(`advice.models.${it.model}`)}${spikes}`;
  const parts = SALES_WINDOWS.flatMap((window, at) => {
    const [mean, weight] = [it.means[at], it.weights[at] ?? 0];
    return mean === null || mean === undefined || weight === 0
      ? []
      : [`${t('advice.settings.window', { days: window })} ${figure(mean)} × ${formatPercent(weight)}`];
  });
  return `${t('advice.terms.windows', { parts: parts.join(' + ') })}${spikes}`;
}

function useSafety({ terms: it }: Advice): string {
  const { t } = useTranslation('procurement');
  const goal = formatPercent(it.goal);
  const late = it.leadDeviation > 0;
  if (it.safetyBy === 'errors')
    return t(late ? 'advice.terms.safetyLate' : 'advice.terms.safetyErrors', { goal, count: it.origins });
  const of = { goal, span: it.span, deviation: figure(it.deviation) };
  if (!late) return t('advice.terms.safetyDeviation', of);
  return t('advice.terms.safetyBoth', { ...of, perDay: figure(it.perDay), lead: figure(it.leadDeviation) });
}

function useRounding({ terms: it, reason, quantity }: Advice): string {
  const { t } = useTranslation('procurement');
  if (reason === 'leadTooLong') return t('advice.terms.tooLong', { lead: it.leadDays });
  if (reason === 'ship') return t('advice.terms.homeHasIt');
  if (quantity === 0) return t('advice.terms.notDue');
  if (it.moq === null && it.orderMultiple === null && it.perCarton === null) return t('advice.terms.asIs');
  return t('advice.terms.quantityOf', {
    ...{ moq: it.moq ?? '–', multiple: it.orderMultiple ?? '–' },
    carton: it.perCarton ?? '–',
  });
}

/** What the next price break is worth, where the user may see costs. */
function useOffer({ breakOffer: it }: Advice): string[] {
  const { t } = useTranslation('procurement');
  if (!it) return [];
  const { unitPrice, nextPrice, currency } = it;
  const [saving, more] = [formatMoney(it.saving, currency), formatMoney(it.more, currency)];
  return [t('advice.terms.offer', { unitPrice, nextPrice, currency, saving, more })];
}

/** What all advice of the supplier lacks together for its minimum. */
function useMinimum({ belowMinimum: it }: Advice): Term | undefined {
  const { t } = useTranslation('procurement');
  const missing = useMissing(it?.missing, it?.currency ?? '');
  if (!it) return undefined;
  return {
    key: 'minimum',
    label: t('advice.terms.minimum'),
    formula: t('advice.terms.minimumOf', { units: formatNumber(it.units) }),
    value: missing,
  };
}

/** "5 more units · 120.00 CNY more" */
export function useMissing(missing: PlannedOrder['missing'] | undefined, currency: string): string {
  const { t } = useTranslation('procurement');
  const { units = null, amount = null } = missing ?? {};
  return [
    ...(units === null ? [] : [t('advice.plan.missingUnits', { count: units })]),
    ...(amount === null
      ? []
      : [t('advice.plan.missingAmount', { amount: `${formatMoney(amount, currency)} ${currency}` })]),
  ].join(' · ');
}

function usePacked({ terms: it, quantity, cbm, kg }: Advice): Term | undefined {
  const { t } = useTranslation('procurement');
  if (quantity === 0 || (it.perCarton === null && cbm === null && kg === null)) return undefined;
  const pallets = it.perPallet ? t('advice.terms.pallets', { count: Math.ceil(quantity / it.perPallet) }) : '';
  const size = [
    ...(cbm === null ? [] : [t('advice.plan.cbm', { cbm: figure(cbm) })]),
    ...(kg === null ? [] : [t('advice.plan.kg', { kg: figure(kg) })]),
  ];
  const formula = it.perCarton
    ? t('advice.terms.packedOf', { count: Math.ceil(quantity / it.perCarton), pallets })
    : t('advice.terms.unpacked');
  return { key: 'packed', label: t('advice.terms.packed'), formula, value: size.join(' · ') || '–' };
}
