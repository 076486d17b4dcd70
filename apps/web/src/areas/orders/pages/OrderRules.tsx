import { PlusOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { listRules, RULE_KINDS } from '@tradewind/contract/orders.ts';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isLost, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { StatusTabs } from '../../../components/list/status-tabs.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { useChoices } from '../rules/choices.ts';
import { DraftBar } from '../rules/draft-bar.tsx';
import { DryRunDrawer } from '../rules/dry-run-drawer.tsx';
import { RuleForm } from '../rules/rule-form.tsx';
import { RuleList } from '../rules/rule-list.tsx';
import { ServedFirst } from '../rules/served-first.tsx';
import { VersionsDrawer } from '../rules/versions-drawer.tsx';
import type { Rule } from '../rules/words.ts';
import '../../../components/list/list.css';
import '../orders.css';
import '../rules/rules.css';

type Editing = { rule?: Rule | Omit<Rule, 'id' | 'version'> };

/** Rules that approve orders and choose their warehouse and channel. Changes stay in a draft until a dry run. */
export default function OrderRules(): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay();
  const choices = useChoices();
  const found = useCall(listRules, {});
  const [params, setParams] = useSearchParams();
  const [editing, setEditing] = useState<Editing>();
  const [beside, setBeside] = useState<'rehearsal' | 'versions'>();
  const close = () => setBeside(undefined);
  const kind = RULE_KINDS.find((each) => each === params.get('kind')) ?? 'review';
  const rules = found.data?.rules ?? [];
  const copy = ({ id: _, version: __, ...rule }: Rule) =>
    setEditing({ rule: { ...rule, name: t('rule.copyOf', { name: rule.name }).slice(0, 80) } });
  return (
    <div className="tw-order-rules-page">
      {found.data && (
        <DraftBar
          desk={found.data}
          choices={choices}
          onSimulate={() => setBeside('rehearsal')}
          onVersions={() => setBeside('versions')}
        />
      )}
      <StatusTabs
        value={kind}
        onChange={(chosen) => setParams({ kind: chosen }, { replace: true })}
        items={RULE_KINDS.map((each) => ({
          value: each,
          label: t(`rule.kind.${each}`),
          count: rules.filter((rule) => rule.kind === each).length,
        }))}
      />
      <div className="tw-order-rules-head">
        <p className="tw-muted">{t(`rule.about.${kind}`)}</p>
        {kind === 'warehouse' && may(rights.orderRule.edit) && <ServedFirst />}
        {may(rights.orderRule.add) && (
          <Button
            type={found.data?.draft ? 'default' : 'primary'}
            icon={<PlusOutlined />}
            onClick={() => setEditing({})}
          >
            {t(`rule.add.${kind}`)}
          </Button>
        )}
      </div>
      {isLost(found) ? (
        <PageError error={found.error} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <Skeleton active />
      ) : (
        <RuleList
          kind={kind}
          rules={rules.filter((rule) => rule.kind === kind)}
          choices={choices}
          onEdit={(rule) => setEditing({ rule })}
          onCopy={copy}
        />
      )}
      {beside === 'rehearsal' && found.data && <DryRunDrawer desk={found.data} onClose={close} />}
      {beside === 'versions' && <VersionsDrawer choices={choices} onClose={close} />}
      {editing && <RuleForm kind={kind} choices={choices} {...editing} onClose={() => setEditing(undefined)} />}
    </div>
  );
}
