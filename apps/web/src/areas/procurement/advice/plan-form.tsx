import {
  type AdviceFilter,
  adviceCalendar,
  adviceTabs,
  decideAdvice,
  FILLS,
  getAdvice,
  listAdvice,
  type PlannedLine,
  type PlannedOrder,
  planAdvice,
} from '@tradewind/contract/procurement.ts';
import { Button, InputNumber } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { Money } from '../../../components/figures.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { formatNumber, formatPercent } from '../../../components/format.ts';
import type { Outcome } from '../../../components/list-page.tsx';
import { productName } from '../../../components/product-name.ts';
import { useSeesCosts } from '../../../components/sees-costs.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { useMissing } from './term-table.tsx';

export interface PlanFormProps {
  input: { ids: number[] } | { filter: AdviceFilter };
  idempotencyKey: string;
  done: (outcome: Outcome) => void;
}
type Quantities = ReadonlyMap<number, number>;
const measure = (value: number) => formatNumber(value, { max: 2 });

/** The orders that the chosen advice makes, raised to a minimum or to full containers before they are confirmed. */
export function PlanForm({ input, idempotencyKey, done }: PlanFormProps): ReactNode {
  const { t } = useTranslation('procurement');
  const [typed, setTyped] = useState<Quantities>(new Map());
  const lines = [...typed].map(([id, quantity]) => ({ id, quantity }));
  const plan = useCall(planAdvice, { ...input, lines }, { keepPrevious: true });
  const orders = plan.data?.orders ?? [];
  const type = (changed: readonly { id: number; quantity: number }[]) =>
    setTyped((before) => new Map([...before, ...changed.map((line) => [line.id, line.quantity] as const)]));
  return (
    <FormDrawer
      open
      size={980}
      title={t('advice.plan.title')}
      call={decideAdvice}
      toInput={(_values: object) => ({
        idempotencyKey,
        lines: orders.flatMap((order) => order.lines.map(({ id, quantity }) => ({ id, quantity }))),
      })}
      verb={t('advice.plan.confirm')}
      loading={plan.isPending || plan.isPlaceholderData}
      error={plan.error}
      refresh={[listAdvice, adviceTabs, getAdvice, adviceCalendar]}
      onDone={(result) => done(result)}
      onClose={() => done(undefined)}
    >
      <p className="tw-muted">{t('advice.plan.hint')}</p>
      {orders.map((order) => (
        <OrderPart
          key={`${order.supplierId}/${order.warehouseId}`}
          order={order}
          chosen={{ ...input, lines }}
          onType={type}
        />
      ))}
    </FormDrawer>
  );
}

interface OrderPartProps {
  order: PlannedOrder;
  chosen: Parameters<ReturnType<typeof useAct<typeof planAdvice>>['mutate']>[0];
  onType: (lines: readonly { id: number; quantity: number }[]) => void;
}

function OrderPart({ order, chosen, onType }: OrderPartProps): ReactNode {
  const { t } = useTranslation('procurement');
  const { supplierId, warehouseId } = order;
  const fill = useAct(planAdvice, {
    onDone: ({ orders }) =>
      onType(orders.find((one) => one.supplierId === supplierId && one.warehouseId === warehouseId)?.lines ?? []),
  });
  const supplier = productName({ nameZh: order.supplierZh, nameEn: order.supplierEn });
  return (
    <section className="tw-advice-order">
      <h3 className="tw-section-title">
        {supplierId === null ? t('advice.plan.noSupplier') : supplier} · {order.warehouseName}
      </h3>
      <Sums order={order} />
      {supplierId !== null && (
        <div className="tw-advice-fills">
          <span className="tw-muted">{t('advice.plan.fill')}</span>
          {FILLS.filter((to) => to !== 'minimum' || order.belowMinimum).map((to) => (
            <Button
              key={to}
              size="small"
              loading={fill.isPending && fill.variables.fill?.to === to}
              disabled={to !== 'minimum' && order.unmeasured === order.lines.length}
              onClick={() => fill.mutate({ ...chosen, fill: { supplierId, warehouseId, to } })}
            >
              {to === 'minimum' ? t('advice.plan.toMinimum') : <Container order={order} kind={to} />}
            </Button>
          ))}
        </div>
      )}
      <LineTable label={supplier} columns={useColumns(order.currency, onType)} rows={order.lines} />
    </section>
  );
}

/** A kind of container with how many of it the order needs, and how full they are. */
function Container({ order, kind }: { order: PlannedOrder; kind: string }): ReactNode {
  const { t } = useTranslation('procurement');
  const found = order.containers.find((one) => one.kind === kind);
  const name = t(`advice.containers.${kind as 'gp20'}`);
  if (!found?.count) return name;
  return `${found.count > 1 ? `${found.count} × ` : ''}${name} ${formatPercent(found.full)}`;
}

function Sums({ order }: { order: PlannedOrder }): ReactNode {
  const { t } = useTranslation('procurement');
  const { amount, minimum, minimumUnits, currency } = order;
  const missing = useMissing(order.missing, currency ?? '');
  return (
    <p className="tw-advice-sums">
      <span>{t('advice.plan.units', { count: order.units })}</span>
      <span>{t('advice.plan.cbm', { cbm: measure(order.cbm) })}</span>
      <span>{t('advice.plan.kg', { kg: measure(order.kg) })}</span>
      {amount !== null && currency !== null && <Money amount={amount} currency={currency} />}
      {minimum !== null && currency !== null && (
        <span className="tw-muted">
          {t('advice.plan.minimum')} <Money amount={minimum} currency={currency} />
        </span>
      )}
      {minimumUnits !== null && (
        <span className="tw-muted">
          {t('advice.plan.minimum')} {t('advice.plan.units', { count: minimumUnits })}
        </span>
      )}
      {order.belowMinimum && (
        <StatusTag tone="warn">{[t('advice.plan.below'), missing].filter(Boolean).join(' · ')}</StatusTag>
      )}
      {order.unmeasured > 0 && (
        <StatusTag tone="muted">{t('advice.plan.unmeasured', { count: order.unmeasured })}</StatusTag>
      )}
    </p>
  );
}

function useColumns(currency: string | null, onType: OrderPartProps['onType']): Column<PlannedLine>[] {
  const { t } = useTranslation('procurement');
  const costs = useSeesCosts();
  return [
    col.product('sku', t('advice.sku'), { width: 220 }),
    col.own(
      'quantity',
      t('advice.decideLine'),
      (row) => <QuantityField key={row.quantity} row={row} onType={onType} />,
      { width: 110, align: 'right' },
    ),
    col.qty('advised', t('advice.quantity'), { width: 100 }),
    col.qty('cartons', t('advice.plan.cartons'), { width: 80 }),
    col.text('days', t('advice.plan.days'), {
      of: (row: PlannedLine) => (row.days === null ? null : t('advice.days', { count: row.days })),
      width: 100,
      align: 'right',
    }),
    col.qty('cbm', t('advice.cbm'), { of: (row: PlannedLine) => row.cbm, width: 90 }),
    col.qty('kg', t('advice.kg'), { of: (row: PlannedLine) => row.kg, width: 90 }),
    ...(costs && currency
      ? [
          col.own(
            'amount',
            t('advice.plan.amount'),
            (row: PlannedLine) => <Money amount={row.amount} currency={currency} />,
            { width: 130, align: 'right' as const },
          ),
        ]
      : []),
  ];
}

/** What is typed counts once the field is left. */
function QuantityField({ row, onType }: { row: PlannedLine; onType: OrderPartProps['onType'] }): ReactNode {
  const { t } = useTranslation('procurement');
  const [value, setValue] = useState<number | null>(row.quantity);
  const keep = () => {
    if (value !== null && value !== row.quantity) onType([{ id: row.id, quantity: value }]);
  };
  return (
    <InputNumber
      min={0}
      precision={0}
      controls={false}
      style={{ width: 90 }}
      value={value}
      aria-label={t('advice.plan.quantityOf', { sku: row.sku })}
      onChange={setValue}
      onBlur={keep}
      onPressEnter={keep}
    />
  );
}
