import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { saveTransfer, type TransferDetail } from '@tradewind/contract/warehouse.ts';
import { Button, Form, InputNumber } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer, type FormValues } from '../../../components/form-drawer.tsx';
import { type ChosenProduct, ProductSelect } from '../../../components/product-select.tsx';
import { useUser } from '../../../shell/session.ts';
import { useWarehouseOptions } from '../use-warehouses.ts';
import { CHANGED } from './changed.ts';

interface TypedLine {
  productId?: ChosenProduct;
  quantity?: number | null;
}

function valuesOf(transfer: TransferDetail | undefined): FormValues {
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
  // Who may not see what it costs leaves that as it is.
  const costly = transfer?.cost !== null;
  return (
    <FormDrawer
      open
      size={720}
      title={transfer ? t('transfer.editTitle', { number: transfer.number }) : t('transfer.addTitle')}
      call={saveTransfer}
      initial={initial}
      toInput={({ lines, cost, remark, ...values }) => ({
        ...values,
        ...(costly ? { cost: String(cost ?? '0') || '0' } : {}),
        remark: remark ?? '',
        lines: ((lines ?? []) as TypedLine[]).map((line) => ({
          productId: line?.productId?.id,
          quantity: line?.quantity,
        })),
      })}
      verb={t('transfer.save')}
      success={t('transfer.saved')}
      refresh={CHANGED}
      onClose={onClose}
      fields={[
        {
          kind: 'select',
          name: 'fromId',
          label: t('transfer.from'),
          required: true,
          half: true,
          options: warehouses,
        },
        { kind: 'select', name: 'toId', label: t('transfer.to'), required: true, half: true, options: warehouses },
        ...(costly
          ? [
              {
                kind: 'decimal' as const,
                name: 'cost',
                label: t('transfer.cost'),
                half: true,
                suffix: baseCurrency,
                help: t('transfer.costHelp'),
              },
            ]
          : []),
        { kind: 'date', name: 'expectedOn', label: t('transfer.expectedOn'), half: true },
        { kind: 'textarea', name: 'remark', label: t('transfer.remark'), max: 200 },
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
