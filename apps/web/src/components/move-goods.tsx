import type { Call } from '@tradewind/contract/call.ts';
import type { StockCondition } from '@tradewind/contract/stock.ts';
import { goodsAt, moveGoods } from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../api/hooks.ts';
import { toast } from '../api/toast.ts';
import { FormDrawer, type Typed } from './form-drawer.tsx';
import { productName } from './product-name.ts';

const CONDITIONS = ['good', 'damaged', 'returned', 'held'] as const;

/** Goods by their index in the list. */
type Values = Typed<typeof moveGoods, { goods: number }>;

interface MoveGoodsProps {
  warehouseId: number;
  /** The goods in the location. */
  code: string;
  /** Which of these goods to move. */
  goods?: { productId: number; batchId: number; condition: StockCondition };
  /** Calls to refresh afterwards. */
  refresh: readonly Call[];
  onClose: () => void;
}

/** Moves goods of a location, changes their condition, or both. */
export function MoveGoods(props: MoveGoodsProps): ReactNode {
  const { warehouseId, code, goods: meant, onClose } = props;
  const { t } = useTranslation();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const query = useCall(goodsAt, { warehouseId, locationCode: code });
  const goods = (query.data?.goods ?? []).filter((row) => row.free > 0);
  const word = (condition: string) => t(`condition.${condition}`);
  const first = goods.findIndex(
    (row) => row.productId === meant?.productId && row.batchId === meant.batchId && row.condition === meant.condition,
  );
  return (
    <FormDrawer
      open
      title={t('move.title', { code })}
      call={moveGoods}
      loading={query.isPending}
      error={query.error}
      initial={first < 0 ? {} : { goods: first }}
      toInput={({ goods: at, quantity, toLocationCode, toCondition, remark }: Values) => {
        const { sku = '', batchId, condition } = goods[at] ?? {};
        return {
          warehouseId,
          fromLocationCode: code,
          code: sku,
          batchId,
          condition,
          quantity,
          remark: remark ?? '',
          ...(toLocationCode ? { toLocationCode } : {}),
          ...(toCondition ? { toCondition } : {}),
          idempotencyKey,
        };
      }}
      verb={t('move.verb')}
      refresh={[goodsAt, ...props.refresh]}
      onDone={({ number }) => toast.success(t('move.done', { number }))}
      onClose={onClose}
      fields={[
        {
          kind: 'select',
          name: 'goods',
          label: t('move.product'),
          required: true,
          options: goods.map((row, value) => ({
            value,
            label: [row.sku, productName(row), row.batchCode, word(row.condition), t('move.free', { count: row.free })]
              .filter(Boolean)
              .join(' · '),
          })),
        },
        { kind: 'number', name: 'quantity', label: t('move.quantity'), half: true },
        { kind: 'text', name: 'toLocationCode', label: t('move.to'), half: true, help: t('move.toHelp') },
        {
          kind: 'select',
          name: 'toCondition',
          label: t('move.condition'),
          half: true,
          placeholder: t('move.same'),
          options: CONDITIONS.map((value) => ({ value, label: word(value) })),
        },
        { kind: 'textarea', name: 'remark', label: t('move.remark') },
      ]}
    />
  );
}
