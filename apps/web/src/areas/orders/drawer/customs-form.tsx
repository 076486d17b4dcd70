import { type DeclaredLine, getOrder, orderCustoms, saveOrderCustoms } from '@tradewind/contract/orders.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '../../../api/hooks.ts';
import { useCountries } from '../../../components/countries.ts';
import { type FieldsOf, FormDrawer } from '../../../components/form-drawer.tsx';
import type { Order } from './order.ts';

interface CustomsFormProps {
  order: Order;
  line: DeclaredLine;
  onClose: () => void;
}

/** What one order declares for a product of a line; an empty field takes its value from elsewhere. */
export function CustomsForm({ order, line, onClose }: CustomsFormProps): ReactNode {
  const { t } = useTranslation('orders');
  const refresh = useRefresh();
  const { lineId, productId, own } = line;
  return (
    <FormDrawer
      open
      key={order.version}
      title={t('customs.editTitle', { number: order.displayNo, sku: line.sku })}
      call={saveOrderCustoms}
      initial={{ id: order.id, version: order.version, lineId, productId, ...own, origin: own.origin || undefined }}
      toInput={({ origin, valueUsd, ...rest }) => ({ ...rest, origin: origin ?? '', valueUsd: valueUsd ?? null })}
      verb={t('customs.save')}
      success={t('customs.saved')}
      refresh={[getOrder, orderCustoms]}
      onReload={() => refresh(getOrder, orderCustoms)}
      onClose={onClose}
      fields={useFields(line)}
    />
  );
}

function useFields(line: DeclaredLine): FieldsOf<typeof saveOrderCustoms> {
  const { t } = useTranslation('orders');
  const origins = useCountries();
  /** What counts without the order's own value, where that is known. */
  const help = (name: keyof DeclaredLine['own']): string | undefined => {
    if (line.own[name]) return undefined;
    const value = line[name];
    return value ? t('customs.emptyIs', { value }) : t('customs.emptyIsNone');
  };
  const field = (name: 'nameZh' | 'nameEn' | 'hsCode') =>
    ({ kind: 'text', name, label: t(`customs.${name}`), half: true, help: help(name) }) as const;
  return [
    field('nameZh'),
    field('nameEn'),
    field('hsCode'),
    { kind: 'select', name: 'origin', label: t('customs.origin'), half: true, options: origins, help: help('origin') },
    {
      ...{ kind: 'decimal', name: 'valueUsd', label: t('customs.valueUsd'), half: true },
      help: line.capUsd ? t('customs.cap', { cap: line.capUsd }) : (help('valueUsd') ?? t('customs.each')),
    },
  ];
}
