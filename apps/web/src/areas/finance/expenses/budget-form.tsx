import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import {
  budgetMonth,
  findOneMonthBudget,
  getMonthBudgetAccounts,
  listBudget,
  saveOrUpdateMonthBudget,
} from '@tradewind/contract/finance.ts';
import { Button, DatePicker, Form, InputNumber, Select } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { pickerDay } from '../../../components/days.ts';
import { FormDrawer, type StartOf, type Typed } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { useShopOptions } from '../../../components/place-options.ts';
import { useExpenseChoices, useTypeOptions } from './choices.ts';

type Values = Typed<typeof saveOrUpdateMonthBudget, { accounts: { type: number; amount: string }[] }>;
interface BudgetFormProps {
  /** 2026-11 */
  month: string;
  /** Edits this budget; otherwise adds one. */
  id?: number;
  remove?: ReactNode;
  onClose: () => void;
}

/** The budget of a month for a department, a shop or all: an amount for each type. */
export function BudgetForm({ month, id, remove, onClose }: BudgetFormProps): ReactNode {
  const { t } = useTranslation('finance');
  const known = id !== undefined;
  const head = useCall(findOneMonthBudget, { id: id ?? 0 }, { enabled: known });
  const accounts = useCall(getMonthBudgetAccounts, { id: id ?? 0 }, { enabled: known });
  const shops = useShopOptions();
  const { departments } = useExpenseChoices();
  const initial = useMemo((): StartOf<Values> => {
    if (!known) return { eaDate: `${month}-01`, accounts: [{}], idempotencyKey: crypto.randomUUID() };
    if (!head.data || !accounts.data) return {};
    const { version, eaDate, deptId, shopId, remark } = head.data;
    return {
      id,
      version,
      eaDate,
      deptId,
      shopId,
      remark,
      accounts: accounts.data.list.map(({ type, amount }) => ({ type, amount })),
    };
  }, [known, id, month, head.data, accounts.data]);
  return (
    <FormDrawer
      open
      size={560}
      title={known ? t('budget.editTitle', { month }) : t('budget.add')}
      call={saveOrUpdateMonthBudget}
      initial={initial}
      loading={known && (!head.data || !accounts.data)}
      error={head.error ?? accounts.error}
      toInput={({ deptId, shopId, accounts: list, ...values }: Values) => ({
        ...values,
        ...{ deptId: deptId ?? null, shopId: shopId ?? null },
        accounts: list.map(({ type, amount }) => ({ type, amount: String(amount) })),
      })}
      verb={t('budget.save')}
      success={t('budget.saved')}
      refresh={[listBudget, budgetMonth, findOneMonthBudget, getMonthBudgetAccounts]}
      onClose={onClose}
      fields={[
        { kind: 'custom', name: 'eaDate', label: t('budget.month'), control: <MonthField /> },
        {
          kind: 'select',
          name: 'deptId',
          label: t('expense.department'),
          options: departments,
          half: true,
          required: false,
        },
        {
          ...{ kind: 'select', name: 'shopId', label: t('expense.shop'), options: shops, half: true, required: false },
          help: t('budget.scopeHelp'),
        },
      ]}
    >
      <Accounts />
      <FormFields<Values> fields={[{ kind: 'textarea', name: 'remark', label: t('expense.remark') }]} />
      {remove}
    </FormDrawer>
  );
}

interface MonthFieldProps {
  id?: string;
  value?: string;
  onChange?: (day: string) => void;
}
function MonthField({ id, value, onChange }: MonthFieldProps): ReactNode {
  return (
    <DatePicker
      {...(id ? { id } : {})}
      picker="month"
      allowClear={false}
      value={pickerDay(value)}
      onChange={(picked) => picked && onChange?.(`${picked.format('YYYY-MM')}-01`)}
      style={{ width: '100%' }}
    />
  );
}

function Accounts(): ReactNode {
  const { t } = useTranslation('finance');
  const types = useTypeOptions();
  const needed = (name: string) => [{ required: true, message: t('form.required', { name }) }];
  return (
    <Form.List name="accounts">
      {(rows, { add, remove }) => (
        <div className="tw-shares">
          <h3>{t('budget.accounts')}</h3>
          {rows.map(({ key, name }) => (
            <div key={key} className="tw-share" data-columns="2">
              <Form.Item name={[name, 'type']} rules={needed(t('expense.type'))}>
                <Select
                  showSearch={{ optionFilterProp: 'label' }}
                  options={types}
                  placeholder={t('expense.type')}
                  aria-label={t('expense.type')}
                />
              </Form.Item>
              <Form.Item name={[name, 'amount']} rules={needed(t('budget.amount'))}>
                <InputNumber
                  stringMode
                  controls={false}
                  placeholder={t('budget.amount')}
                  aria-label={t('budget.amount')}
                />
              </Form.Item>
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('budget.removeType')}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <div>
            <Button icon={<PlusOutlined />} onClick={() => add({})}>
              {t('budget.addType')}
            </Button>
          </div>
        </div>
      )}
    </Form.List>
  );
}
