import { Button, Checkbox, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../components/figures.tsx';
import { PlatformImage } from '../../components/product-image.tsx';
import { productName } from '../../components/product-name.ts';
import { ProductSelect } from '../../components/product-select.tsx';
import { type Choice, chosenFrom, isTie, type UnmappedRow } from './use-choices.ts';

/** A seller SKU with its product: the best suggestion and why, the others to choose from. */
export function WaitingRow({
  row,
  choice,
  onChoose,
  onMake,
}: {
  row: UnmappedRow;
  choice: Choice;
  onChoose: (choice: Choice) => void;
  onMake: (() => void) | undefined;
}): ReactNode {
  const { t } = useTranslation('catalog');
  const { ticked, product, factor } = choice;
  return (
    <div className="tw-waiting-row">
      <Checkbox
        aria-label={t('tickRow', { sku: row.sellerSku })}
        checked={ticked}
        disabled={!product}
        onChange={({ target }) => onChoose({ ...choice, ticked: target.checked })}
      />
      <PlatformImage url={row.imageUrl} size={40} />
      <div className="tw-waiting-sold">
        <p>
          <strong>{row.sellerSku}</strong> <span className="tw-muted">{row.shopName}</span>
        </p>
        <p title={row.title}>{row.title}</p>
        {row.waitingOrders > 0 && (
          <p className="tw-muted">
            {t('ordersWaiting', { count: row.waitingOrders })} · {t('oldest')} <DateTime at={row.oldestAt} />
          </p>
        )}
      </div>
      <div className="tw-waiting-product">
        <ProductSelect
          bundles
          label={`${t('product')} ${row.sellerSku}`}
          value={product}
          onChange={(chosen) => onChoose({ product: chosen, ticked: chosen !== undefined, factor })}
        />
        <Suggestions row={row} choice={choice} onChoose={onChoose} />
        {/* A product of a similar name may be another one. */}
        {!ticked && onMake && (
          <Button type="link" size="small" onClick={onMake}>
            {t('makeProduct.open')}
          </Button>
        )}
      </div>
      <InputNumber
        aria-label={`${t('factor')} ${row.sellerSku}`}
        prefix="×"
        min={1}
        max={10_000}
        precision={0}
        value={factor}
        style={{ width: '100%' }}
        onChange={(value) => onChoose({ ...choice, factor: value ?? 1 })}
      />
    </div>
  );
}

/** Why the chosen product fits, and the other ones. */
function Suggestions({
  row,
  choice: { product, factor },
  onChoose,
}: {
  row: UnmappedRow;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}): ReactNode {
  const { t } = useTranslation('catalog');
  const chosen = row.suggestions.find((one) => one.productId === product?.id && one.factor === factor);
  const others = row.suggestions.filter((one) => one !== chosen);
  return (
    <>
      {chosen && <p>{t(`reasons.${chosen.reason}`, { ...chosen })}</p>}
      {!product && isTie(row) && <p>{t('ambiguous')}</p>}
      {others.map((one) => (
        <Button
          key={`${one.productId}/${one.factor}`}
          type="link"
          size="small"
          onClick={() => onChoose(chosenFrom(one, true))}
        >
          {one.sku} · {productName(one)}
          <span className="tw-muted"> · {t(`reasons.${one.reason}`, { ...one })}</span>
        </Button>
      ))}
    </>
  );
}
