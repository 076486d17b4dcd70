import { rights } from '@tradewind/contract/access/modules.ts';
import {
  listingTabs,
  listListings,
  listStockRules,
  STOCK_MODES,
  type StockRule,
  saveStockRule,
} from '@tradewind/contract/listings.ts';
import { selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { Button, Form, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { type FieldsOf, FormDrawer, type Typed } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';
import { PageDrawer } from '../../components/page-drawer.tsx';
import { PageError } from '../../components/page-error.tsx';
import { StatusTag } from '../../components/status-tag.tsx';
import { platformName } from '../../platform-names.ts';
import './listings.css';

const EVERY_MS = 10_000;

/** Stock rules by shop: how much available stock buyers see. */
export function RuleDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('listings');
  const rules = useCall(listStockRules, {}, { everyMs: EVERY_MS });
  const [editing, setEditing] = useState<StockRule>();
  return (
    <>
      <PageDrawer open title={t('rules.title')} size={560} onClose={onClose}>
        <p className="tw-muted">{t('rules.text')}</p>
        {rules.isPending && <Skeleton active />}
        {rules.error && <PageError error={rules.error} onRetry={() => void rules.refetch()} />}
        {rules.data?.length === 0 && <EmptyState title={t('rules.none')} hint={t('emptyHint')} />}
        {rules.data?.map((rule) => (
          <RuleCard key={rule.shopId} rule={rule} onEdit={() => setEditing(rule)} />
        ))}
      </PageDrawer>
      {editing && (
        <RuleForm rule={editing} onClose={() => setEditing(undefined)} onReload={() => void rules.refetch()} />
      )}
    </>
  );
}

function RuleCard({ rule, onEdit }: { rule: StockRule; onEdit: () => void }): ReactNode {
  const { t } = useTranslation('listings');
  const may = useMay();
  const said = [
    t(`rules.says.${rule.mode}`, { share: rule.share }),
    rule.buffer > 0 && t('rules.saysBuffer', { count: rule.buffer }),
    rule.autoBuffer && t('rules.saysAuto'),
    rule.most !== null && t('rules.saysMost', { count: rule.most }),
    rule.lagSeconds !== null && t('rules.saysLag', { count: rule.lagSeconds }),
    rule.waiting > 0 && t('rules.saysWaiting', { count: rule.waiting }),
  ].filter(Boolean);
  return (
    <article className="tw-rule">
      <header>
        <strong>{rule.shopName}</strong>
        <span className="tw-muted">{platformName(rule.platform)}</span>
        <StatusTag tone={rule.enabled ? 'good' : 'muted'}>{t(rule.enabled ? 'rules.on' : 'rules.off')}</StatusTag>
        <span className="tw-grow" />
        {may(rights.listing.edit) && rule.supported && (
          <Button size="small" onClick={onEdit}>
            {t('rules.edit')}
          </Button>
        )}
      </header>
      <div className="tw-muted">
        {rule.supported ? (rule.enabled ? said.join(' · ') : t('rules.offText')) : t('rules.unsupported')}
      </div>
    </article>
  );
}

interface RuleFormProps {
  rule: StockRule;
  onClose: () => void;
  onReload: () => void;
}

function RuleForm({ rule, onClose, onReload }: RuleFormProps): ReactNode {
  const { t } = useTranslation('listings');
  const { shopId, version, enabled, mode, share, buffer, autoBuffer, most, warehouseIds } = rule;
  return (
    <FormDrawer
      open
      key={version}
      title={`${t('rules.title')} · ${rule.shopName}`}
      call={saveStockRule}
      initial={{
        shopId,
        version,
        enabled: version === 0 ? true : enabled,
        mode,
        share,
        buffer,
        autoBuffer,
        most,
        warehouseIds: warehouseIds ?? [],
      }}
      toInput={(values: Typed<typeof saveStockRule, { warehouseIds: number[] }>) => ({
        ...values,
        share: values.mode === 'all' ? 100 : values.share,
        warehouseIds: values.warehouseIds.length > 0 ? values.warehouseIds : null,
      })}
      verb={t('rules.save')}
      success={t('rules.saved')}
      refresh={[listStockRules, listListings, listingTabs]}
      onClose={onClose}
      onReload={onReload}
    >
      <RuleFields />
    </FormDrawer>
  );
}

function RuleFields(): ReactNode {
  const { t } = useTranslation('listings');
  const mode: string | undefined = Form.useWatch('mode', Form.useFormInstance());
  const warehouses = useCall(selectWarehouse, {});
  const fields: FieldsOf<typeof saveStockRule> = [
    { kind: 'switch', name: 'enabled', label: t('rules.enabled'), help: t('rules.enabledHelp') },
    {
      kind: 'select',
      name: 'mode',
      label: t('rules.mode'),
      half: true,
      options: STOCK_MODES.map((one) => ({ value: one, label: t(`rules.modes.${one}`) })),
    },
    mode !== 'all' && {
      kind: 'number',
      name: 'share',
      label: t(`rules.share.${mode ?? 'percent'}`),
      required: true,
      half: true,
      ...(mode === 'percent' ? { max: 100, suffix: '%' } : {}),
    },
    { kind: 'number', name: 'buffer', label: t('rules.buffer'), half: true, help: t('rules.bufferHelp') },
    { kind: 'number', name: 'most', label: t('rules.most'), half: true, help: t('rules.mostHelp') },
    { kind: 'switch', name: 'autoBuffer', label: t('rules.autoBuffer'), help: t('rules.autoBufferHelp') },
    {
      kind: 'multi',
      name: 'warehouseIds',
      label: t('rules.warehouses'),
      placeholder: t('rules.allWarehouses'),
      options: (warehouses.data ?? []).map((one) => ({ value: one.id, label: one.name })),
    },
  ];
  return <FormFields<typeof saveStockRule> fields={fields} />;
}
