import { PlusOutlined } from '@ant-design/icons';
import {
  type AdviceOverride,
  deleteAdviceOverrides,
  deletePromotions,
  getAdviceSettings,
  listAdviceOverrides,
  listPromotions,
  type Policy,
  type Promotion,
  SALES_WINDOWS,
  saveAdviceSettings,
} from '@tradewind/contract/procurement.ts';
import { Button, Tabs } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { formatPercent } from '../../../components/format.ts';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { productName } from '../../../components/product-name.ts';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { OverrideForm } from './override-form.tsx';
import { PolicyForm } from './policy-form.tsx';
import { PromotionForm } from './promotion-form.tsx';
import { TransportTab } from './transport-tab.tsx';

const PAGE_SIZE = 200;

/** How the advice is calculated: for the company, for single products and categories, and on days of promotions. */
export function SettingsDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('procurement');
  return (
    <PageDrawer open title={t('advice.settings.title')} size={720} onClose={onClose}>
      <Tabs
        size="small"
        items={[
          { key: 'company', label: t('advice.settings.company'), children: <CompanyTab /> },
          { key: 'own', label: t('advice.settings.own'), children: <OwnTab /> },
          { key: 'transport', label: t('advice.transport.title'), children: <TransportTab /> },
          { key: 'promotions', label: t('advice.settings.promotions'), children: <PromotionsTab /> },
        ]}
      />
    </PageDrawer>
  );
}

function CompanyTab(): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const policy = useCall(getAdviceSettings, {}).data;
  const [editing, setEditing] = useState(false);
  if (!policy) return null;
  return (
    <>
      <PolicyFacts policy={policy} />
      {may(saveAdviceSettings) && (
        <Button type="primary" style={{ marginTop: 12 }} onClick={() => setEditing(true)}>
          {t('action.edit')}
        </Button>
      )}
      {editing && <PolicyForm policy={policy} onClose={() => setEditing(false)} />}
    </>
  );
}

function PolicyFacts({ policy }: { policy: Policy }): ReactNode {
  const { t } = useTranslation('procurement');
  const weights = SALES_WINDOWS.map(
    (window, at) => `${t('advice.settings.window', { days: window })} ${formatPercent(policy.weights[at] ?? 0)}`,
  );
  return (
    <Facts
      items={[
        [t('advice.settings.goal'), formatPercent(policy.goal)],
        [t('advice.settings.review'), t(`advice.reviews.${policy.review}`)],
        [t('advice.settings.reviewDays'), t('advice.days', { count: policy.reviewDays })],
        [t('advice.settings.leadDays'), t('advice.days', { count: policy.leadDays })],
        [t('advice.settings.weights'), weights.join(', ')],
      ]}
    />
  );
}

function OwnTab(): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const found = useCall(listAdviceOverrides, { page: 1, pageSize: PAGE_SIZE });
  const [form, setForm] = useState<AdviceOverride | 'new'>();
  const remove = useAct(deleteAdviceOverrides, {
    refresh: [listAdviceOverrides],
    success: t('advice.settings.deleted'),
  });
  const edits = may(deleteAdviceOverrides);
  const add = edits && (
    <Button icon={<PlusOutlined />} onClick={() => setForm('new')}>
      {t('advice.settings.addOwn')}
    </Button>
  );
  const columns: Column<AdviceOverride>[] = [
    col.ownHeading('of', t('advice.settings.of'), (row) => <strong>{productName(row)}</strong>, { width: 200 }),
    col.text('goal', t('advice.settings.goal'), {
      of: (row: AdviceOverride) => row.goal && formatPercent(row.goal),
      width: 110,
    }),
    col.text('leadDays', t('advice.leadDays'), {
      of: (row: AdviceOverride) => (row.leadDays === null ? null : t('advice.days', { count: row.leadDays })),
      width: 90,
    }),
    col.text('reviewDays', t('advice.settings.reviewDays'), {
      of: (row: AdviceOverride) => (row.reviewDays === null ? null : t('advice.days', { count: row.reviewDays })),
      width: 100,
    }),
    col.text('weights', t('advice.settings.weights'), {
      of: (row: AdviceOverride) => row.weights?.map((one) => formatPercent(one)).join(' / '),
      width: 150,
    }),
    col.own(
      'acts',
      '',
      (row) =>
        edits && (
          <>
            <Button type="link" size="small" onClick={() => setForm(row)}>
              {t('action.edit')}
            </Button>
            <ConfirmDanger
              title={t('advice.settings.deleteOwn', { name: productName(row) })}
              consequence={t('advice.settings.deleteOwnText')}
              verb={t('action.delete')}
              onConfirm={() => remove.mutateAsync({ ids: [row.id] })}
            />
          </>
        ),
      { width: 150 },
    ),
  ];
  return (
    <>
      <LineTable
        label={t('advice.settings.own')}
        columns={columns}
        rows={found.data?.rows ?? []}
        skeleton={found.isPending ? 2 : 0}
        empty={<EmptyState title={t('advice.settings.noOwn')} hint={t('advice.settings.noOwnHint')} action={add} />}
      />
      {(found.data?.total ?? 0) > 0 && <div style={{ marginTop: 12 }}>{add}</div>}
      {form && <OverrideForm own={form === 'new' ? undefined : form} onClose={() => setForm(undefined)} />}
    </>
  );
}

function PromotionsTab(): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const found = useCall(listPromotions, { page: 1, pageSize: PAGE_SIZE });
  const [form, setForm] = useState<Promotion | 'new'>();
  const remove = useAct(deletePromotions, { refresh: [listPromotions], success: t('advice.settings.deleted') });
  const edits = may(deletePromotions);
  const add = edits && (
    <Button icon={<PlusOutlined />} onClick={() => setForm('new')}>
      {t('advice.settings.addPromotion')}
    </Button>
  );
  const columns: Column<Promotion>[] = [
    col.heading('name', t('advice.settings.name'), { width: 140 }),
    col.text('days', t('advice.projection.day'), {
      of: (row: Promotion) => `${row.fromDay} – ${row.toDay}`,
      width: 190,
    }),
    col.text('of', t('advice.settings.of'), {
      of: (row: Promotion) => productName(row) || t('advice.settings.everything'),
      width: 160,
    }),
    col.text('uplift', t('advice.settings.uplift'), { of: (row: Promotion) => `+${row.uplift}%`, width: 90 }),
    col.own(
      'acts',
      '',
      (row) =>
        edits && (
          <>
            <Button type="link" size="small" onClick={() => setForm(row)}>
              {t('action.edit')}
            </Button>
            <ConfirmDanger
              title={t('advice.settings.deletePromotion', { name: row.name })}
              consequence={t('advice.settings.deletePromotionText')}
              verb={t('action.delete')}
              onConfirm={() => remove.mutateAsync({ ids: [row.id] })}
            />
          </>
        ),
      { width: 150 },
    ),
  ];
  return (
    <>
      <LineTable
        label={t('advice.settings.promotions')}
        columns={columns}
        rows={found.data?.rows ?? []}
        skeleton={found.isPending ? 2 : 0}
        empty={
          <EmptyState
            title={t('advice.settings.noPromotions')}
            hint={t('advice.settings.noPromotionsHint')}
            action={add}
          />
        }
      />
      {(found.data?.total ?? 0) > 0 && <div style={{ marginTop: 12 }}>{add}</div>}
      {form && <PromotionForm promotion={form === 'new' ? undefined : form} onClose={() => setForm(undefined)} />}
    </>
  );
}
