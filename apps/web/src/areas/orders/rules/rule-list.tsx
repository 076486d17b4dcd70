import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  HolderOutlined,
} from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { deleteRule, listRules, orderRules, saveRule } from '@tradewind/contract/orders.ts';
import { Button, Switch, Tooltip } from 'antd';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import type { Choices } from './choices.ts';
import { actionWords, conditionsWords, type Kind, type Rule } from './words.ts';

interface RuleListProps {
  kind: Kind;
  rules: readonly Rule[];
  choices: Choices;
  onEdit: (rule: Rule) => void;
  onCopy: (rule: Rule) => void;
}

/** The rules of one type in evaluation order. Dragging changes the order. */
export function RuleList({ kind, rules, choices, onEdit, onCopy }: RuleListProps): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay();
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const reorder = useAct(orderRules, { refresh: [listRules], success: t('rule.reordered') });
  // Show the new order before the server confirms it.
  const desired = reorder.isPending ? reorder.variables.ids : undefined;
  const shown = Array.isArray(desired) ? desired.flatMap((id) => rules.find((rule) => rule.id === id) ?? []) : rules;
  const move = (from: number, to: number) => {
    const ids = shown.map((rule) => rule.id);
    const [taken] = ids.splice(from, 1);
    if (taken === undefined || from === to || to < 0 || to > ids.length) return;
    ids.splice(to, 0, taken);
    reorder.mutate({ kind, ids });
  };
  const drop = (to: number) => {
    if (dragged !== undefined) move(dragged, to);
    setDragged(undefined);
    setOver(undefined);
  };
  return (
    <>
      {shown.length === 0 && <EmptyState title={t('rule.none')} hint={t(`rule.noneHint.${kind}`)} />}
      <ol className="tw-order-rules">
        {shown.map((rule, index) => (
          <li
            key={rule.id}
            data-off={!rule.enabled || undefined}
            data-dragged={dragged === index || undefined}
            data-over={(over === index && dragged !== index) || undefined}
            draggable={may(rights.orderRule.edit)}
            onDragStart={(event: DragEvent) => {
              event.dataTransfer.effectAllowed = 'move';
              setDragged(index);
            }}
            onDragOver={(event: DragEvent) => {
              event.preventDefault();
              setOver(index);
            }}
            onDragEnd={() => drop(-1)}
            onDrop={() => drop(index)}
          >
            <span className="tw-rule-grip" aria-hidden="true">
              {may(rights.orderRule.edit) && <HolderOutlined />}
            </span>
            <span className="tw-rule-place tw-figure">{index + 1}</span>
            <RuleWords rule={rule} choices={choices} />
            <RuleButtons
              rule={rule}
              onEdit={() => onEdit(rule)}
              onCopy={() => onCopy(rule)}
              {...(index > 0 ? { onUp: () => move(index, index - 1) } : {})}
              {...(index < shown.length - 1 ? { onDown: () => move(index, index + 1) } : {})}
            />
          </li>
        ))}
        <li className="tw-rule-last">
          <span />
          <span />
          <span className="tw-muted">{t('rule.otherwiseLabel')}</span>
          <span>{t(`rule.otherwise.${kind}`)}</span>
        </li>
      </ol>
    </>
  );
}

function RuleWords({ rule, choices }: { rule: Rule; choices: Choices }): ReactNode {
  const { t } = useTranslation('orders');
  return (
    <div className="tw-rule-words">
      <div>
        <strong>{rule.name}</strong> <span className="tw-rule-action">→ {actionWords(t, choices, rule)}</span>
        {!rule.enabled && <small className="tw-muted"> {t('rule.off')}</small>}
      </div>
      <div className="tw-muted">{conditionsWords(t, choices, rule)}</div>
    </div>
  );
}

interface RuleButtonsProps {
  rule: Rule;
  onEdit: () => void;
  onCopy: () => void;
  onUp?: () => void;
  onDown?: () => void;
}

function RuleButtons({ rule, onEdit, onCopy, onUp, onDown }: RuleButtonsProps): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay();
  const save = useAct(saveRule, { refresh: [listRules], success: t(rule.enabled ? 'rule.nowOff' : 'rule.nowOn') });
  const remove = useAct(deleteRule, { refresh: [listRules], success: t('rule.deleted') });
  const { id, version, name, kind, conditions, action } = rule;
  const button = (label: string, icon: ReactNode, act: (() => void) | undefined) => (
    <Tooltip title={label}>
      <Button type="text" icon={icon} aria-label={`${label}: ${name}`} disabled={!act} onClick={act} />
    </Tooltip>
  );
  return (
    <span className="tw-rule-buttons">
      {may(rights.orderRule.edit) && (
        <Switch
          size="small"
          checked={rule.enabled}
          loading={save.isPending}
          aria-label={`${t('rule.enabled')}: ${name}`}
          onChange={(enabled) => save.mutate({ id, version, name, kind, conditions, action, enabled })}
        />
      )}
      {may(rights.orderRule.edit) && button(t('rule.up'), <ArrowUpOutlined />, onUp)}
      {may(rights.orderRule.edit) && button(t('rule.down'), <ArrowDownOutlined />, onDown)}
      {may(rights.orderRule.edit) && button(t('action.edit'), <EditOutlined />, onEdit)}
      {may(rights.orderRule.add) && button(t('rule.copy'), <CopyOutlined />, onCopy)}
      {may(deleteRule) && (
        <ConfirmDanger
          type="text"
          icon={<DeleteOutlined />}
          aria-label={`${t('action.delete')}: ${name}`}
          title={t('rule.deleteTitle', { name })}
          consequence={t('rule.deleteText')}
          verb={t('action.delete')}
          onConfirm={() => remove.mutateAsync({ id })}
        >
          {''}
        </ConfirmDanger>
      )}
    </span>
  );
}
