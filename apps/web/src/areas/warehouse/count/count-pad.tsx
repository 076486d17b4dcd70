import { DeleteOutlined } from '@ant-design/icons';
import { STOCK_CONDITIONS, type StockCondition } from '@tradewind/contract/stock.ts';
import { Button, Input, InputNumber, Select } from 'antd';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Drafted, keyOf } from './use-draft.ts';
import './count.css';

type Reply = Pick<Drafted, 'condition' | 'batch'>;
interface CountPadProps {
  items: readonly Drafted[];
  onSet: (one: Drafted, quantity: number) => void;
  onReport: (one: Drafted, lot: Reply) => void;
  onRemove: (one: Drafted) => void;
}

/** The units counted so far. A number can be typed instead of scanning each unit. */
export function CountPad({ items, onSet, onReport, onRemove }: CountPadProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const [update, setReporting] = useState<string>();
  const lotOf = ({ condition, batch }: Drafted) =>
    [condition && t(`location.conditions.${condition}`), batch].filter(Boolean).join(' · ');
  return items.map((one) => (
    <Fragment key={keyOf(one)}>
      <div className="tw-stop-goods">
        <div>
          <b>{one.code}</b>
          <Button
            type="text"
            className="tw-count-lot"
            aria-expanded={update === keyOf(one)}
            aria-label={`${one.code} · ${lotOf(one) || t('countScan.asBooked')}`}
            onClick={() => setReporting(update === keyOf(one) ? undefined : keyOf(one))}
          >
            {lotOf(one) || t('countScan.asBooked')}
          </Button>
        </div>
        <InputNumber
          size="large"
          aria-label={t('countScan.keypad', { sku: [one.code, lotOf(one)].filter(Boolean).join(' ') })}
          inputMode="numeric"
          min={0}
          max={1_000_000}
          precision={0}
          value={one.quantity}
          onChange={(value) => onSet(one, value ?? 0)}
        />
        <Button
          size="large"
          type="text"
          icon={<DeleteOutlined />}
          aria-label={t('countScan.remove', { sku: one.code })}
          onClick={() => onRemove(one)}
        />
      </div>
      {update === keyOf(one) && (
        <Lot
          one={one}
          onReport={(lot) => {
            setReporting(keyOf({ ...one, ...lot }));
            onReport(one, lot);
          }}
        />
      )}
    </Fragment>
  ));
}

/** Set only where the condition or batch differs from the system, e.g. a damaged unit on the shelf. */
function Lot({ one, onReport }: { one: Drafted; onReport: (lot: Reply) => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const condition = (value: StockCondition | '') => onReport({ condition: value || undefined, batch: one.batch });
  const batch = (value: string) => {
    const next = value.trim() || undefined;
    if (next !== one.batch) onReport({ condition: one.condition, batch: next });
  };
  return (
    <div className="tw-count-lots">
      <Select<StockCondition | ''>
        size="large"
        aria-label={t('count.condition')}
        value={one.condition ?? ''}
        onChange={condition}
        options={[
          { value: '', label: t('countScan.asBooked') },
          ...STOCK_CONDITIONS.map((value) => ({ value, label: t(`location.conditions.${value}`) })),
        ]}
      />
      <Input
        size="large"
        aria-label={t('count.batch')}
        placeholder={t('count.batch')}
        maxLength={60}
        autoComplete="off"
        defaultValue={one.batch}
        onBlur={(event) => batch(event.currentTarget.value)}
        onPressEnter={(event) => batch(event.currentTarget.value)}
      />
    </div>
  );
}
