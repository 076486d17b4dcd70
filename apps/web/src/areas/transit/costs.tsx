import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { InputOf } from '@tradewind/contract/call.ts';
import { COST_BASES, COST_KINDS, type costFba, type TransitCost } from '@tradewind/contract/transit.ts';
import { Button, Form, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { useSeesCosts } from '../../components/sees-costs.ts';
import { col } from '../../components/table/col.tsx';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';
import { useUser } from '../../shell/session.ts';

/** Costs in a form, under the name `costs`. */
export function CostFields(): ReactNode {
  const { t } = useTranslation('transit');
  const form = Form.useFormInstance();
  const { baseCurrency } = useUser();
  /** As the cost before it. */
  const currency = () =>
    (form.getFieldValue('costs') as { currency?: string }[] | undefined)?.at(-1)?.currency || baseCurrency;
  const needed = (name: string) => [{ required: true, message: t('form.required', { name }) }];
  return (
    <Form.List name="costs">
      {(rows, { add, remove }) => (
        <div className="tw-form-rows">
          <table>
            <thead>
              <tr>
                <th style={{ width: 150 }}>{t('costKindTitle')}</th>
                <th>{t('amount')}</th>
                <th style={{ width: 90 }}>{t('currency')}</th>
                <th style={{ width: 140 }}>{t('basisTitle')}</th>
                <th aria-label={t('removeLine')} />
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key}>
                  <td data-label={t('costKindTitle')}>
                    <Form.Item name={[row.name, 'kind']} rules={needed(t('costKindTitle'))}>
                      <Select
                        aria-label={t('costKindTitle')}
                        options={COST_KINDS.map((value) => ({ value, label: t(`costKind.${value}`) }))}
                      />
                    </Form.Item>
                  </td>
                  <td data-label={t('amount')}>
                    <Form.Item name={[row.name, 'amount']} rules={needed(t('amount'))}>
                      <InputNumber<string> stringMode min="0" controls={false} aria-label={t('amount')} />
                    </Form.Item>
                  </td>
                  <td data-label={t('currency')}>
                    <Form.Item name={[row.name, 'currency']} rules={needed(t('currency'))}>
                      <Input maxLength={3} aria-label={t('currency')} />
                    </Form.Item>
                  </td>
                  <td data-label={t('basisTitle')}>
                    <Form.Item name={[row.name, 'basis']}>
                      <Select
                        aria-label={t('basisTitle')}
                        options={COST_BASES.map((value) => ({ value, label: t(`basis.${value}`) }))}
                      />
                    </Form.Item>
                  </td>
                  <td>
                    <Button
                      type="text"
                      icon={<DeleteOutlined />}
                      aria-label={t('removeLine')}
                      onClick={() => remove(row.name)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Button
            icon={<PlusOutlined />}
            onClick={() => add({ kind: 'freight', currency: currency(), basis: 'weight' })}
          >
            {t('addCost')}
          </Button>
        </div>
      )}
    </Form.List>
  );
}

/** Converts costs for the call: amounts as text, without fields that only the server sets. */
export const costsTyped = (costs: InputOf<typeof costFba>['costs'] = []) =>
  costs.map(({ kind, amount, currency, basis }) => ({ kind, amount, currency: currency.toUpperCase(), basis }));

/** Costs, for users who may see them. */
export function CostList({ costs }: { costs: readonly TransitCost[] }): ReactNode {
  const { t } = useTranslation('transit');
  const seesCosts = useSeesCosts();
  const columns: Column<TransitCost>[] = [
    { key: 'kind', title: t('costKindTitle'), width: 160, card: 'title', render: (cost) => t(`costKind.${cost.kind}`) },
    col.money('amount', t('amount'), { currency: 'currency', width: 150, card: 'state' }),
    { key: 'basis', title: t('basisTitle'), width: 160, render: (cost) => t(`basis.${cost.basis}`) },
  ];
  if (!seesCosts) return <EmptyState title={t('costsHidden')} />;
  return (
    <LineTable
      label={t('tab.costs')}
      columns={columns}
      rows={costs}
      keyOf={(_cost, at) => at}
      empty={<EmptyState title={t('noCosts')} />}
    />
  );
}
