import { PlusOutlined } from '@ant-design/icons';
import {
  type BankRule,
  BOOKABLE_ACCOUNTS,
  deleteBankRule,
  listBankRules,
  RULE_DIRECTIONS,
  saveBankRule,
} from '@tradewind/contract/finance/banking.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { OF_BANK } from './calls.ts';
import { useMoneyAccounts } from './use-suggestions.ts';

/** What the company books by words. */
export function RulesPanel(): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const rules = useCall(listBankRules, {});
  const [form, setForm] = useState<{ rule?: BankRule }>();
  const mayEdit = may(saveBankRule);
  const columns = useMemo<Column<BankRule>[]>(
    () => [
      col.text('words', t('bank.words'), { width: 220, card: 'title' }),
      col.text('direction', t('bank.direction'), {
        width: 90,
        of: (row: BankRule) => t(`bank.directions.${row.direction}`),
      }),
      col.text('accountName', t('bank.account'), {
        width: 140,
        of: (row: BankRule) => row.accountName || t('bank.allAccounts'),
      }),
      col.text('account', t('bank.bookTo'), { width: 140, of: (row: BankRule) => t(`bank.bookable.${row.account}`) }),
      col.qty('lines', t('bank.ruleLines'), { width: 120 }),
      col.own(
        'active',
        t('bank.status'),
        ({ active }) => (
          <StatusTag tone={active ? 'good' : 'muted'}>{t(active ? 'bank.active' : 'bank.inactive')}</StatusTag>
        ),
        { width: 90 },
      ),
      col.text('createdBy', t('bank.createdBy'), { width: 100 }),
      col.own('acts', '', (rule) => mayEdit && <RuleActs rule={rule} onEdit={() => setForm({ rule })} />, {
        ...{ width: 255, align: 'right', card: 'line' },
      }),
    ],
    [t, mayEdit],
  );
  return (
    <section className="tw-bank-section">
      <div className="tw-bank-head">
        <span className="tw-muted">{t('bank.noRulesHint')}</span>
        {mayEdit && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
            {t('bank.addRule')}
          </Button>
        )}
      </div>
      <LineTable
        label={t('bank.view.rules')}
        columns={columns}
        rows={rules.data?.list ?? []}
        skeleton={rules.isPending ? 3 : 0}
        empty={<EmptyState title={t('bank.noRules')} />}
      />
      {form && <RuleForm {...form} onClose={() => setForm(undefined)} />}
    </section>
  );
}

function RuleActs({ rule, onEdit }: { rule: BankRule; onEdit: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const { id, words, lines } = rule;
  const remove = useAct(deleteBankRule, {
    refresh: OF_BANK,
    success: ({ undone }) => t('bank.ruleDeleted', { count: undone }),
  });
  const ask = (verb: string, undo: boolean) => (
    <ConfirmDanger
      size="small"
      title={t('bank.deleteRuleTitle', { words })}
      consequence={t('bank.deleteRuleText', { count: lines })}
      verb={verb}
      onConfirm={() => remove.mutateAsync({ id, undo })}
    />
  );
  return (
    <span className="tw-bank-acts">
      <Button size="small" onClick={onEdit}>
        {t('bank.edit')}
      </Button>
      {ask(t('bank.deleteRule'), false)}
      {lines > 0 && ask(t('bank.deleteAndUndo'), true)}
    </span>
  );
}

function RuleForm({ rule, onClose }: { rule?: BankRule; onClose: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { accounts } = useMoneyAccounts();
  const known = rule && {
    ...{ id: rule.id, words: rule.words, direction: rule.direction, accountId: rule.accountId, account: rule.account },
    active: rule.active,
  };
  return (
    <FormDrawer
      open
      title={t(rule ? 'bank.editRule' : 'bank.addRule')}
      call={saveBankRule}
      initial={{ ...(known ?? { direction: 'out' as const, active: true }), idempotencyKey }}
      verb={t('bank.save')}
      refresh={OF_BANK}
      success={t('bank.ruleSaved')}
      onClose={onClose}
      fields={[
        { kind: 'text', name: 'words', label: t('bank.words') },
        {
          kind: 'select',
          name: 'direction',
          label: t('bank.direction'),
          half: true,
          options: RULE_DIRECTIONS.map((value) => ({ value, label: t(`bank.directions.${value}`) })),
        },
        {
          kind: 'select',
          name: 'accountId',
          label: t('bank.account'),
          half: true,
          required: false,
          placeholder: t('bank.allAccounts'),
          options: accounts.map(({ id, name }) => ({ value: id, label: name })),
        },
        {
          kind: 'select',
          name: 'account',
          label: t('bank.bookTo'),
          options: BOOKABLE_ACCOUNTS.map((value) => ({ value, label: t(`bank.bookable.${value}`) })),
        },
        { kind: 'switch', name: 'active', label: t('bank.active') },
        { kind: 'check', name: 'runNow', label: t('bank.runNow') },
      ]}
    />
  );
}
