import type { PickStop } from '@tradewind/contract/warehouse.ts';
import { Button, InputNumber } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProductImage } from '../../../components/product-image.tsx';
import { productName } from '../../../components/product-name.ts';
import { left, takeAll, takeSome } from './stops.ts';

interface NextStopProps {
  stop: PickStop;
  /** The location has been scanned. */
  at: boolean;
  onTake: (code: string) => void;
}

/** Where to go and what to take, readable at arm's length. */
export function NextStop({ stop, at, onTake }: NextStopProps): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <section className="tw-stop" aria-label={t('scan.pick.nextStop')} data-at={at || undefined}>
      <div className="tw-stop-place">
        <strong>{stop.locationCode}</strong>
        {stop.slot !== null && (
          <span className="tw-stop-slot">
            <small>{t('wave.slot')}</small>
            <b>{stop.slot}</b>
          </span>
        )}
      </div>
      <div className="tw-stop-goods">
        {stop.image && <ProductImage productId={stop.productId} image={stop.image} size={72} alt="" />}
        <div>
          <b>{stop.sku}</b>
          <span>{productName(stop)}</span>
          {stop.barcode && <small className="tw-muted tw-figure">{stop.barcode}</small>}
        </div>
        <strong className="tw-stop-quantity">
          {left(stop)}
          {stop.picked > 0 && <small> / {stop.quantity}</small>}
        </strong>
      </div>
      {stop.stopReason && (
        <p className="tw-stop-note tw-bad" role="alert">
          <b>{t(`outbound.stopped.${stop.stopReason}`)}</b> {t('scan.pick.stopped', { number: stop.outboundNumber })}
        </p>
      )}
      {at && left(stop) > 1 && <Keypad key={stop.id} most={left(stop)} onTake={onTake} />}
    </section>
  );
}

/** Enters a quantity instead of scanning each unit. */
function Keypad({ most, onTake }: { most: number; onTake: (code: string) => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const [count, setCount] = useState<number | null>(null);
  const good = count !== null && count >= 1 && count <= most;
  return (
    <div className="tw-stop-keypad">
      <Button size="large" type="primary" onClick={() => onTake(takeAll)}>
        {t('scan.pick.takeAll', { count: most })}
      </Button>
      <InputNumber
        size="large"
        aria-label={t('scan.pick.count')}
        placeholder={t('scan.pick.count')}
        inputMode="numeric"
        min={1}
        max={most}
        precision={0}
        controls={false}
        value={count}
        onChange={setCount}
        onPressEnter={() => good && onTake(takeSome(count))}
      />
      <Button size="large" disabled={!good} onClick={() => good && onTake(takeSome(count))}>
        {t('scan.pick.take')}
      </Button>
    </div>
  );
}
