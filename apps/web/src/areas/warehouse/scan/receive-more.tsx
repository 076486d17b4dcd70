import type { InboundLine } from '@tradewind/contract/warehouse.ts';
import { Button, InputNumber } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { productName } from '../../../components/product-name.ts';
import type { Lots } from './lot-form.tsx';

interface ReceiveMoreProps {
  line: InboundLine;
  /** Units in cartons that have not been received. */
  packed: number;
  lot: Lots[string] | undefined;
  onMore: (quantity: number) => void;
  onDamaged: () => void;
  onLot: () => void;
}

/** The last scanned item, large, with a keypad to receive more without scanning each unit. */
export function ReceiveMore({ line, packed, lot, onMore, onDamaged, onLot }: ReceiveMoreProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const [count, setCount] = useState<number | null>(null);
  const left = Math.max(0, line.expected - line.received - packed);
  const take = () => {
    if (!count) return;
    onMore(count);
    setCount(null);
  };
  return (
    <section className="tw-stop" aria-label={line.sku}>
      <div className="tw-stop-goods">
        <div>
          <b>{line.sku}</b>
          <span>{productName(line)}</span>
          {line.expires && (
            <Button type="link" size="small" style={{ padding: 0, textAlign: 'left' }} onClick={onLot}>
              {[lot?.batch, lot?.expiresOn].filter(Boolean).join(' · ') || t('inbound.expiresOn')}
            </Button>
          )}
        </div>
        <strong className="tw-stop-quantity">
          {line.received}
          <small> / {line.expected}</small>
        </strong>
      </div>
      <div className="tw-stop-keypad">
        <InputNumber
          size="large"
          aria-label={t('inbound.scan.more')}
          placeholder={t('inbound.scan.more')}
          inputMode="numeric"
          min={1}
          max={1_000_000}
          precision={0}
          controls={false}
          style={{ width: '100%' }}
          value={count}
          onChange={setCount}
          onPressEnter={take}
        />
        <Button size="large" type="primary" disabled={!count} onClick={take}>
          {t('inbound.scan.moreVerb')}
        </Button>
        <Button size="large" danger onClick={onDamaged}>
          {t('inbound.scan.damaged')}
        </Button>
      </div>
      {left > 1 && (
        <Button size="large" block onClick={() => onMore(left)}>
          {t('inbound.scan.restAll', { count: left })}
        </Button>
      )}
    </section>
  );
}
