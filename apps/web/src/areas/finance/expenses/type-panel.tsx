import { PlusOutlined } from '@ant-design/icons';
import {
  deleteExpenseType,
  EXPENSE_ACCOUNTS,
  EXPENSE_MODULES,
  type ExpenseSide,
  type ExpenseTypeRow,
  listExpenseTypes,
  saveExpenseType,
  sideOfAccount,
} from '@tradewind/contract/finance.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import type { Column } from '../../../components/list-page.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { productName } from '../../../components/product-name.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';

/** The types of a side in their two levels. */
export function TypePanel({ side }: { side: ExpenseSide }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const query = useCall(listExpenseTypes, {});
  const [editing, setEditing] = useState<ExpenseTypeRow | 'new'>();
  const rows = (query.data?.list ?? []).filter((type) => type.side === side);
  const change = may(EXPENSE_MODULES[side].edit);
  if (query.error) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  const columns: Column<ExpenseTypeRow>[] = [
    col.ownHeading(
      'name',
      t('expense.type'),
      (row) => <span className={row.parentId === null ? '' : 'tw-type-child'}>{productName(row)}</span>,
      { width: 260 },
    ),
    col.status(
      'state',
      t('expense.status'),
      (row) => (
        <StatusTag tone={row.active ? 'good' : 'muted'}>
          {t(row.active ? 'expenseType.active' : 'expenseType.off')}
        </StatusTag>
      ),
      { width: 100 },
    ),
    col.text('account', t('expenseType.account'), {
      of: (row: ExpenseTypeRow) => t(`expenseType.accountOf.${row.account}`),
      width: 180,
    }),
    col.own('acts', t('expenseType.actions'), (row) => <Acts row={row} onEdit={setEditing} />, { width: 160 }),
  ];
  return (
    <div className="tw-panel">
      {change && (
        <div className="tw-type-head">
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
            {t('expenseType.add')}
          </Button>
        </div>
      )}
      <LineTable
        label={t('expense.view.types')}
        columns={change ? columns : columns.slice(0, -1)}
        rows={rows}
        skeleton={query.isPending ? 8 : 0}
      />
      {editing && (
        <TypeForm
          side={side}
          types={rows}
          {...(editing === 'new' ? {} : { type: editing })}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  );
}

function Acts({ row, onEdit }: { row: ExpenseTypeRow; onEdit: (row: ExpenseTypeRow) => void }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const remove = useAct(deleteExpenseType, { refresh: [listExpenseTypes], success: t('expenseType.deleted') });
  return (
    <>
      <Button type="link" size="small" onClick={() => onEdit(row)}>
        {t('expense.edit')}
      </Button>
      {!row.used && may(deleteExpenseType) && (
        <ConfirmDanger
          type="link"
          size="small"
          title={t('expenseType.deleteTitle', { name: productName(row) })}
          consequence={t('expenseType.deleteText')}
          verb={t('expense.delete')}
          onConfirm={() => remove.mutateAsync({ id: row.id })}
        />
      )}
    </>
  );
}

interface TypeFormProps {
  side: ExpenseSide;
  types: readonly ExpenseTypeRow[];
  type?: ExpenseTypeRow;
  onClose: () => void;
}
function TypeForm({ side, types, type, onClose }: TypeFormProps): ReactNode {
  const { t } = useTranslation('finance');
  const accounts = EXPENSE_ACCOUNTS.filter((account) => sideOfAccount(account) === side);
  const parents = types.filter((one) => one.parentId === null && one.id !== type?.id);
  const { id, version, nameZh, nameEn, account, parentId, active } = type ?? {};
  return (
    <FormDrawer
      open
      title={t(type ? 'expenseType.edit' : 'expenseType.add')}
      call={saveExpenseType}
      initial={
        type ? { id, version, nameZh, nameEn, account, parentId, active } : { account: accounts[0], active: true }
      }
      toInput={({ parentId: under, ...values }) => ({ ...values, parentId: under ?? null })}
      verb={t('expenseType.save')}
      success={t('expenseType.saved')}
      refresh={[listExpenseTypes]}
      onClose={onClose}
      fields={[
        { kind: 'text', name: 'nameZh', label: t('expenseType.nameZh'), half: true },
        { kind: 'text', name: 'nameEn', label: t('expenseType.nameEn'), half: true },
        {
          ...{ kind: 'select', name: 'parentId', label: t('expenseType.parent'), half: true, required: false },
          options: parents.map((one) => ({ value: one.id, label: productName(one) })),
        },
        {
          ...{ kind: 'select', name: 'account', label: t('expenseType.account'), half: true, required: true },
          options: accounts.map((value) => ({ value, label: t(`expenseType.accountOf.${value}`) })),
          disabled: type?.used ?? false,
        },
        { kind: 'switch', name: 'active', label: t('expenseType.active') },
      ]}
    />
  );
}
