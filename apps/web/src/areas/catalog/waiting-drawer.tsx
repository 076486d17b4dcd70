import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { listMappings, listUnmapped, saveMappings } from '@tradewind/contract/catalog.ts';
import { makeSoldProducts } from '@tradewind/contract/listings.ts';
import { Button, InputNumber } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { DateTime } from '../../components/figures.tsx';
import { MakeProductForm } from '../../components/make-product.tsx';
import { PageDrawer } from '../../components/page-drawer.tsx';
import { PageError } from '../../components/page-error.tsx';
import { type ChosenProduct, ProductSelect } from '../../components/product-select.tsx';

type Waiting = ResultOf<typeof listUnmapped>['rows'][number];
interface Choice {
  product: ChosenProduct | undefined;
  factor: number;
}

const PAGE = { page: 1, pageSize: 100 };
/** A call makes so many. */
const MADE_AT_ONCE = 200;
const REFRESHED = [listUnmapped, listMappings];
const keyOf = (row: Waiting) => `${row.shopId}/${row.sellerSku}`;

/** Seller SKUs that orders wait for, with suggested products to accept in one click. */
export function WaitingDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('catalog');
  const waiting = useCall(listUnmapped, PAGE);
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const save = useAct(saveMappings, {
    refresh: REFRESHED,
    success: t('mappingSaved'),
    onDone: () => setChoices(new Map()),
  });
  const mayMake = useMay(rights.product)(makeSoldProducts);
  const [making, setMaking] = useState<Waiting>();
  const make = useAct(makeSoldProducts, {
    refresh: REFRESHED,
    success: ({ made, left }) =>
      left.length > 0 ? t('madeSome', { count: made, left: left.length }) : t('madeAll', { count: made }),
  });
  const rows = waiting.data?.rows ?? [];
  const chosen = rows.flatMap((row) => {
    const { product, factor } = choices.get(keyOf(row)) ?? {};
    return product
      ? [{ shopId: row.shopId, sellerSku: row.sellerSku, productId: product.id, factor: factor ?? 1 }]
      : [];
  });
  const choose = (row: Waiting, choice: Choice) => setChoices(new Map(choices).set(keyOf(row), choice));
  const open = rows.filter((row) => row.suggestion && !choices.get(keyOf(row))?.product);
  const acceptAll = () =>
    setChoices(new Map([...choices, ...open.map((row) => [keyOf(row), suggestedFor(row)] as const)]));
  // Those that no product is chosen or suggested for.
  const lost = rows.filter((row) => !row.suggestion && !choices.get(keyOf(row))?.product && row.sellerSku !== '');
  const makeAll = () =>
    make.mutate({ rows: lost.slice(0, MADE_AT_ONCE).map(({ shopId, sellerSku }) => ({ shopId, sellerSku })) });
  if (making)
    return (
      <MakeProductForm
        shopId={making.shopId}
        sellerSku={making.sellerSku}
        refresh={REFRESHED}
        onClose={() => setMaking(undefined)}
      />
    );
  return (
    <PageDrawer
      open
      title={t('resolveTitle')}
      size={860}
      onClose={onClose}
      extra={
        <>
          {open.length > 0 && <Button onClick={acceptAll}>{t('acceptAll', { count: open.length })}</Button>}{' '}
          {mayMake && lost.length > 0 && (
            <Button loading={make.isPending} onClick={makeAll}>
              {t('makeAll', { count: lost.length })}
            </Button>
          )}
        </>
      }
      footer={
        <div className="tw-form-foot">
          <Button onClick={onClose}>{t('action.close')}</Button>
          <Button
            type="primary"
            loading={save.isPending}
            disabled={chosen.length === 0}
            onClick={() => save.mutate({ rows: chosen })}
          >
            {t('saveCount', { count: chosen.length })}
          </Button>
        </div>
      }
    >
      {waiting.error && <PageError error={waiting.error} onRetry={() => void waiting.refetch()} />}
      {waiting.isSuccess && rows.length === 0 && (
        <EmptyState title={t('nothingWaiting')} hint={t('nothingWaitingHint')} />
      )}
      <div className="tw-waiting-list">
        {rows.map((row) => (
          <WaitingRow
            key={keyOf(row)}
            row={row}
            choice={choices.get(keyOf(row))}
            onChoose={(choice) => choose(row, choice)}
            onMake={mayMake && row.sellerSku !== '' ? () => setMaking(row) : undefined}
          />
        ))}
      </div>
    </PageDrawer>
  );
}

const suggestedFor = (row: Waiting): Choice => ({
  product: row.suggestion ? { ...row.suggestion, id: row.suggestion.productId } : undefined,
  factor: 1,
});

function WaitingRow({
  row,
  choice,
  onChoose,
  onMake,
}: {
  row: Waiting;
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
  onMake: (() => void) | undefined;
}): ReactNode {
  const { t } = useTranslation('catalog');
  const { product, factor } = choice ?? { product: undefined, factor: 1 };
  return (
    <div className="tw-waiting-row">
      <div>
        <p>
          <strong>{row.sellerSku}</strong> <span className="tw-muted">{row.shopName}</span>
        </p>
        <p title={row.title}>{row.title}</p>
        <p className="tw-muted">
          {t('ordersWaiting', { count: row.waitingOrders })} · {t('oldest')} <DateTime at={row.oldestAt} />
        </p>
      </div>
      <div>
        <ProductSelect
          label={`${t('product')} ${row.sellerSku}`}
          value={product}
          onChange={(chosen) => onChoose({ product: chosen, factor })}
        />
        {row.suggestion && !product && (
          <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={() => onChoose(suggestedFor(row))}>
            {t('suggested')}
          </Button>
        )}
        {!row.suggestion && !product && onMake && (
          <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={onMake}>
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
        onChange={(value) => onChoose({ product, factor: value ?? 1 })}
      />
    </div>
  );
}
