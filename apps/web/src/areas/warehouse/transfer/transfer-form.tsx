import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { saveTransfer, type TransferDetail } from '@tradewind/contract/warehouse.ts';
import { Button, Form, InputNumber } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer, type StartOf, type Typed } from '../../../components/form-drawer.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { type ChosenProduct, ProductSelect } from '../../../components/product-select.tsx';
import { useUser } from '../../../shell/session.ts';
import { CHANGED } from './changed.ts';

type Values = Typed<typeof saveTransfer, { lines: { productId: ChosenProduct; quantity: number }[] }>;

function valuesOf(transfer: TransferDetail | undefined): StartOf<Values> {
  if (!transfer) return { cost: '0', lines: [{}], idempotencyKey: crypto.randomUUID() };
  const { id, version, fromId, toId, cost, expectedOn, remark, lines } = transfer;
  return {
    id,
    version,
    fromId,
    toId,
    ...(cost === null ? {} : { cost: String(Number(cost)) }),
    expectedOn,
    remark,
    lines: lines.map(({ productId, quantity, ...names }) => ({ productId: { ...names, id: productId }, quantity })),
  };
}

export function TransferForm(props: { transfer: TransferDetail | undefined; onClose: () => void }): ReactNode {
  const { transfer, onClose } = props;
  const { t } = useTranslation('warehouse');
  const { baseCurrency } = useUser();
  const warehouses = useWarehouseOptions();
  const initial = useMemo(() => valuesOf(transfer), [transfer]);
  // People who may not see costs leave the cost unchanged.
  const costly = transfer?.cost !== null;
  return (
    <FormDrawer
      open
      size={720}
      title={transfer ? t('transfer.editTitle', { number: transfer.number }) : t('transfer.addTitle')}
      call={saveTransfer}
      initial={initial}
      toInput={({ lines, cost, ...values }: Values) => ({
        ...values,
        ...(costly ? { cost: cost || '0' } : {}),
        lines: lines.map(({ productId, quantity }) => ({ productId: productId.id, quantity })),
      })}
      verb={t('transfer.save')}
      success={t('transfer.saved')}
      refresh={CHANGED}
      onClose={onClose}
      fields={[
        { kind: 'select', name: 'fromId', label: t('transfer.from'), half: true, options: warehouses },
        { kind: 'select', name: 'toId', label: t('transfer.to'), half: true, options: warehouses },
        costly && {
          kind: 'decimal',
          name: 'cost',
          label: t('transfer.cost'),
          half: true,
          suffix: baseCurrency,
          help: t('transfer.costHelp'),
        },
        { kind: 'date', name: 'expectedOn', label: t('transfer.expectedOn'), half: true },
        { kind: 'textarea', name: 'remark', label: t('transfer.remark') },
      ]}
    >
      <Lines />
    </FormDrawer>
  );
}

function Lines(): ReactNode {
  const { t } = useTranslation('warehouse');
  const needed = (name: string) => [{ required: true, message: t('form.required', { name }) }];
  return (
    <>
      <h3>{t('transfer.lines')}</h3>
      <Form.List
        name="lines"
        rules={[
          {
            validator: (_rule, value: unknown[] | undefined) =>
              value?.length ? Promise.resolve() : Promise.reject(new Error(t('transfer.needLine'))),
          },
        ]}
      >
        {(rows, { add, remove }, { errors }) => (
          <div className="tw-transfer-lines">
            {rows.map((row) => (
              <div key={row.key} className="tw-transfer-line">
                <Form.Item name={[row.name, 'productId']} rules={needed(t('transfer.product'))}>
                  <ProductSelect />
                </Form.Item>
                <Form.Item name={[row.name, 'quantity']} rules={needed(t('transfer.quantity'))}>
                  <InputNumber
                    min={1}
                    precision={0}
                    controls={false}
                    placeholder={t('transfer.quantity')}
                    aria-label={t('transfer.quantity')}
                  />
                </Form.Item>
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('transfer.removeLine')}
                  onClick={() => remove(row.name)}
                />
              </div>
            ))}
            <Form.ErrorList errors={errors} />
            <Button icon={<PlusOutlined />} onClick={() => add({})}>
              {t('transfer.addLine')}
            </Button>
          </div>
        )}
      </Form.List>
    </>
  );
}
