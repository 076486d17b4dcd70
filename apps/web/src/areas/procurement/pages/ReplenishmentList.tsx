import {
  type AdviceRow,
  adviceCalendar,
  adviceTabs,
  decideAdvice,
  exportAdvice,
  getAdvice,
  listAdvice,
} from '@tradewind/contract/procurement.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { type BulkAction, bulkRun, type Column, ListPage, type Outcome } from '../../../components/list-page.tsx';
import { OpenButton } from '../../../components/open-button.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { ProductImage } from '../../../components/product-image.tsx';
import { productName } from '../../../components/product-name.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { AdviceDrawer } from '../advice/advice-drawer.tsx';
import { Calculation, ComputeButton } from '../advice/calculation.tsx';
import { CalendarDrawer } from '../advice/calendar-drawer.tsx';
import { OutcomeDrawer } from '../advice/outcome-drawer.tsx';
import { PlanForm, type PlanFormProps } from '../advice/plan-form.tsx';
import { SettingsDrawer } from '../advice/settings-drawer.tsx';
import '../procurement.css';

const TABS = {
  open: { open: true },
  urgent: { urgent: true },
  ship: { reason: 'ship' },
  later: { reason: 'later' },
  leadTooLong: { reason: 'leadTooLong' },
  decided: { decided: true },
  all: {},
} as const;
type Tab = keyof typeof TABS;

export default function ReplenishmentList(): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const tabs = useCall(adviceTabs, {});
  const counts = tabs.data?.counts;
  const [planned, setPlanned] = useState<PlanFormProps>();
  const plan: BulkAction<typeof listAdvice>['run'] = ({ input, idempotencyKey }) =>
    new Promise<Outcome>((answer) => {
      const done = (outcome: Outcome) => {
        setPlanned(undefined);
        answer(outcome);
      };
      setPlanned({ input: input as PlanFormProps['input'], idempotencyKey, done });
    });
  return (
    <>
      <ListPage
        id="purchase.recommend"
        call={listAdvice}
        columns={useColumns()}
        tabs={{
          param: 'tab',
          items: (Object.keys(TABS) as Tab[]).map((value) => ({
            value,
            label: t(`advice.tab.${value}`),
            input: TABS[value],
            count: counts?.[value],
            urgent: value === 'urgent',
          })),
        }}
        filters={[
          { kind: 'text', name: 'text', label: t('advice.search') },
          { kind: 'multi', name: 'warehouseIds', label: t('advice.warehouse'), options: useWarehouseOptions() },
          { kind: 'dates', name: ['runOutFrom', 'runOutUntil'], label: t('advice.runOutOn') },
        ]}
        bulk={[
          {
            key: 'decide',
            label: t('advice.decide'),
            may: may(decideAdvice),
            fits: (row) => row.decided === null && row.quantity > 0,
            needs: t('advice.decidedAlready'),
            confirm: (count) => t('advice.decideMany', { count }),
            refresh: [adviceTabs, getAdvice, adviceCalendar],
            run: bulkRun(decideAdvice),
          },
          {
            key: 'plan',
            label: t('advice.plan.button'),
            may: may(decideAdvice),
            fits: (row) => row.decided === null,
            needs: t('advice.decidedAlready'),
            run: plan,
          },
        ]}
        exports={may(exportAdvice) && { call: exportAdvice }}
        actions={
          <>
            <OpenButton label={t('advice.calendar.title')}>{(close) => <CalendarDrawer onClose={close} />}</OpenButton>
            <OpenButton label={t('advice.outcomes.title')}>{(close) => <OutcomeDrawer onClose={close} />}</OpenButton>
            <OpenButton label={t('advice.settings.button')}>{(close) => <SettingsDrawer onClose={close} />}</OpenButton>
            <ComputeButton />
          </>
        }
        summary={<Calculation />}
        empty={
          tabs.data?.shown ? { title: t('advice.noneHere') } : { title: t('advice.none'), hint: t('advice.noneHint') }
        }
        detail={(id, tools) => <AdviceDrawer id={id} tools={tools} />}
      />
      {planned && <PlanForm {...planned} />}
    </>
  );
}

function useColumns(): Column<AdviceRow>[] {
  const { t } = useTranslation('procurement');
  return useMemo<Column<AdviceRow>[]>(
    () => [
      col.ownHeading(
        'sku',
        t('advice.sku'),
        (row) => (
          <span className="tw-advice-name">
            <ProductImage productId={row.productId} image={row.image ?? undefined} size={32} alt="" />
            <span>
              <strong>{row.sku}</strong>
              <small className="tw-muted">{productName(row)}</small>
            </span>
          </span>
        ),
        { width: 230 },
      ),
      col.status('reason', t('advice.reason'), (row) => <ReasonTag row={row} />, { width: 150 }),
      col.own('quantity', t('advice.quantity'), (row) => <QuantityCell row={row} />, { width: 110, align: 'right' }),
      col.qty('fromHome', t('advice.fromHome'), { of: (row: AdviceRow) => row.fromHome || null, width: 110 }),
      col.qty('available', t('advice.available')),
      col.qty('incoming', t('advice.incoming')),
      col.qty('perDay', t('advice.perDay'), { of: (row: AdviceRow) => Math.round(row.perDay * 100) / 100, width: 100 }),
      col.text('cover', t('advice.cover'), {
        of: (row: AdviceRow) => coverText(row.cover, t),
        width: 100,
        align: 'right',
      }),
      col.code('runOutOn', t('advice.runOutOn'), { width: 110 }),
      col.code('orderOn', t('advice.orderOn'), { width: 110 }),
      col.text('warehouse', t('advice.warehouse'), { of: 'warehouseName', width: 120 }),
      col.text('supplier', t('advice.supplier'), {
        of: (row: AdviceRow) =>
          row.supplierCode && productName({ nameZh: row.supplierZh ?? '', nameEn: row.supplierEn ?? '' }),
        width: 160,
      }),
      col.text('leadDays', t('advice.leadDays'), {
        of: (row: AdviceRow) => t('advice.days', { count: row.leadDays }),
        width: 90,
        align: 'right',
      }),
      col.qty('cbm', t('advice.cbm'), { width: 90, hidden: true }),
      col.qty('kg', t('advice.kg'), { width: 100, hidden: true }),
      col.text('decidedBy', t('advice.decided'), { width: 120, hidden: true }),
    ],
    [t],
  );
}

const coverText = (
  cover: number | null,
  t: (key: 'advice.days' | 'advice.overYear', of?: { count: number }) => string,
) => (cover === null ? null : cover >= 365 ? t('advice.overYear') : t('advice.days', { count: cover }));

function ReasonTag({ row }: { row: AdviceRow }): ReactNode {
  const { t } = useTranslation('procurement');
  if (row.urgent && row.reason === 'order') return <StatusTag tone="bad">{t('advice.urgent')}</StatusTag>;
  const tone = { order: 'warn', ship: 'info', later: 'good', none: 'muted', leadTooLong: 'bad' } as const;
  return <StatusTag tone={tone[row.reason]}>{t(`advice.reasons.${row.reason}`)}</StatusTag>;
}

/** What a person decided stands in place of the advice. */
function QuantityCell({ row }: { row: AdviceRow }): ReactNode {
  const { t } = useTranslation('procurement');
  if (row.decided === null) return row.quantity > 0 ? <strong className="tw-figure">{row.quantity}</strong> : null;
  return (
    <span className="tw-figure" title={`${t('advice.quantity')} ${row.quantity}`}>
      {row.decided} <small className="tw-good">✓</small>
    </span>
  );
}
