import { saveTransfer, type TransferDetail } from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer, type StartOf, type Typed } from '../../../components/form-drawer.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import type { ChosenProduct } from '../../../components/product-select.tsx';
import { useUser } from '../../../shell/session.ts';
import { ProductLines } from '../product-lines.tsx';
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
      <ProductLines name="lines" title={t('transfer.lines')} amount="quantity" label={t('transfer.quantity')} />
    </FormDrawer>
  );
}
