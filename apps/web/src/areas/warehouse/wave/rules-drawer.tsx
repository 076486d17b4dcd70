import { ArrowDownOutlined, ArrowUpOutlined, PlusOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import {
  deleteWaveRule,
  listOutbounds,
  listWaveRules,
  listWaves,
  moveWaveRule,
  outboundTabs,
  previewWaves,
  runWaveRules,
  selectWarehouse,
  type WaveRule,
  waveTabs,
} from '@tradewind/contract/warehouse.ts';
import { Button, Select, Skeleton, Space, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { RuleForm } from './rule-form.tsx';
import { RulesPreview } from './rules-preview.tsx';

/** The wave rules of a warehouse, a preview, and the button that creates the waves. */
export function RulesDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const warehouses = useCall(selectWarehouse, {});
  const [chosen, choose] = useState<number>();
  const [form, setForm] = useState<WaveRule | 'new'>();
  const warehouseId = chosen ?? warehouses.data?.[0]?.id;
  const rules = useCall(listWaveRules, { warehouseId: warehouseId ?? 0 }, { enabled: warehouseId !== undefined });
  const [key, setKey] = useState(() => crypto.randomUUID());
  const run = useAct(runWaveRules, {
    refresh: [listWaves, waveTabs, listOutbounds, outboundTabs, previewWaves],
    onDone: (made) => {
      setKey(crypto.randomUUID());
      const waves = made.rules.reduce((sum, rule) => sum + rule.waves, 0);
      toast.success(t('rules.ran', { waves, orders: made.done }));
    },
  });
  const list = rules.data ?? [];
  return (
    <PageDrawer
      open
      title={t('rules.title')}
      onClose={onClose}
      extra={
        may(runWaveRules) && (
          <Button
            type="primary"
            disabled={!list.some((rule) => rule.enabled)}
            loading={run.isPending}
            onClick={() => warehouseId && run.mutate({ warehouseId, idempotencyKey: key })}
          >
            {t('rules.make')}
          </Button>
        )
      }
    >
      <Space className="tw-rules-head">
        <Select
          aria-label={t('house.title')}
          value={warehouseId}
          options={(warehouses.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
          onChange={choose}
        />
        {may(rights.picking.create) && (
          <Button icon={<PlusOutlined />} onClick={() => setForm('new')}>
            {t('rules.add')}
          </Button>
        )}
      </Space>
      {isLost(rules) ? (
        <PageError error={rules.error} onRetry={() => void rules.refetch()} />
      ) : !rules.data ? (
        <Skeleton active />
      ) : list.length === 0 ? (
        <EmptyState title={t('rules.empty')} hint={t('rules.emptyHint')} />
      ) : (
        <>
          <ol className="tw-rules">
            {list.map((rule, i) => (
              <RuleRow
                key={rule.id}
                rule={rule}
                first={i === 0}
                last={i === list.length - 1}
                onEdit={() => setForm(rule)}
              />
            ))}
          </ol>
          {may(rights.picking.create) && warehouseId && <RulesPreview warehouseId={warehouseId} />}
        </>
      )}
      {form && warehouseId && (
        <RuleForm
          warehouseId={warehouseId}
          rule={form === 'new' ? undefined : form}
          onClose={() => setForm(undefined)}
        />
      )}
    </PageDrawer>
  );
}

interface RuleRowProps {
  rule: WaveRule;
  first: boolean;
  last: boolean;
  onEdit: () => void;
}

function RuleRow({ rule, first, last, onEdit }: RuleRowProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const move = useAct(moveWaveRule, { refresh: [listWaveRules, previewWaves] });
  const remove = useAct(deleteWaveRule, { refresh: [listWaveRules, previewWaves] });
  const about = [
    t(`rules.methods.${rule.method}`),
    rule.lines === 'any' ? '' : t(`wave.lines.${rule.lines}`),
    rule.channelName ?? '',
    rule.area && `${t('rules.area')} ${rule.area}`,
    `${t('rules.maxOrders')} ${rule.maxOrders}`,
    rule.cutOff && `${t('rules.cutOff')} ${rule.cutOff}`,
  ].filter(Boolean);
  return (
    <li>
      <div>
        <strong>{rule.name}</strong> {!rule.enabled && <Tag>{t('rules.off')}</Tag>}
        <small>{about.join(' · ')}</small>
      </div>
      {may(rights.picking.create) && (
        <Space size={4} wrap>
          <Button
            size="small"
            icon={<ArrowUpOutlined />}
            aria-label={t('rules.up')}
            disabled={first || move.isPending}
            onClick={() => move.mutate({ id: rule.id, up: true })}
          />
          <Button
            size="small"
            icon={<ArrowDownOutlined />}
            aria-label={t('rules.down')}
            disabled={last || move.isPending}
            onClick={() => move.mutate({ id: rule.id, up: false })}
          />
          <Button size="small" onClick={onEdit}>
            {t('rules.editVerb')}
          </Button>
          <ConfirmDanger
            size="small"
            title={t('rules.deleteTitle', { name: rule.name })}
            consequence={t('rules.deleteText')}
            verb={t('rules.delete')}
            onConfirm={() => remove.mutateAsync({ id: rule.id })}
          >
            {t('rules.delete')}
          </ConfirmDanger>
        </Space>
      )}
    </li>
  );
}
