import {
  type FateRow,
  type LISTING_FATES,
  makeListingProducts,
  previewListingProducts,
} from '@tradewind/contract/listings.ts';
import { Alert, Button, Checkbox, Input, Pagination, Tabs } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { formatNumber } from '../../components/format.ts';
import type { Column } from '../../components/list-page.tsx';
import { PageDrawer } from '../../components/page-drawer.tsx';
import { PageError } from '../../components/page-error.tsx';
import { col } from '../../components/table/col.tsx';
import { LineTable } from '../../components/table/line-table.tsx';
import { ProductRunView } from './product-run.tsx';

type Fate = (typeof LISTING_FATES)[number];
type TypedSku = Pick<FateRow, 'sku' | 'fate'>;
export type ListingChoice = { ids: number[] } | { filter: object };

/** Right after a shop's consent its listings still arrive. */
const EVERY_MS = 15_000;
const PAGE_SIZE = 50;
const SHOWN: readonly Fate[] = ['make', 'pairs', 'noSku', 'differs', 'mapped'];

/** What becomes of the chosen listings; then the run with its progress. Duplicates are shown before anything is made. */
export function ProductsDrawer({ choice, onClose }: { choice: ListingChoice; onClose: () => void }): ReactNode {
  const { t } = useTranslation('listings');
  const [runId, setRunId] = useState<number>();
  return runId === undefined ? (
    <Preview choice={choice} onStarted={setRunId} onClose={onClose} />
  ) : (
    <PageDrawer open title={t('products.title')} size={860} onClose={onClose}>
      <ProductRunView runId={runId} />
    </PageDrawer>
  );
}

function Preview({
  choice,
  onStarted,
  onClose,
}: {
  choice: ListingChoice;
  onStarted: (runId: number) => void;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('listings');
  const [fate, setFate] = useState<Fate>('make');
  const [page, setPage] = useState(1);
  const [suggests, setSuggests] = useState(true);
  const [skus, setSkus] = useState<ReadonlyMap<number, TypedSku>>(new Map());
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const preview = useCall(
    previewListingProducts,
    { ...choice, fate, page, pageSize: PAGE_SIZE },
    { keepPrevious: true, everyMs: EVERY_MS },
  );
  const make = useAct(makeListingProducts, { onDone: ({ runId }) => onStarted(runId) });
  const { counts } = preview.data ?? {};
  const filled = [...skus].filter(([, { sku }]) => sku.trim() !== '');
  const typed = filled.map(([listingId, { sku }]) => ({ listingId, sku: sku.trim() }));
  const named = filled.filter(([, one]) => !(suggests && one.fate === 'noSku')).length;
  const made = (counts?.make ?? 0) + (suggests ? (counts?.noSku ?? 0) : 0) + named;
  const paired = counts?.pairs ?? 0;
  const type = (id: number, typedSku: TypedSku) => setSkus(new Map(skus).set(id, typedSku));
  return (
    <PageDrawer
      open
      title={t('products.title')}
      size={860}
      onClose={onClose}
      footer={
        <div className="tw-form-foot">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            type="primary"
            loading={make.isPending}
            disabled={made + paired === 0}
            onClick={() =>
              make.mutate({ ...choice, withoutSku: suggests ? 'suggest' : 'skip', skus: typed, idempotencyKey })
            }
          >
            {made === 0 && paired > 0
              ? t('products.startPairs', { count: paired })
              : t('products.start', { count: made })}
          </Button>
        </div>
      }
    >
      <div className="tw-products">
        <p className="tw-muted">{t('products.intro')}</p>
        {preview.error && <PageError error={preview.error} onRetry={() => void preview.refetch()} />}
        {counts && SHOWN.every((one) => counts[one] === 0) && (
          <Alert type="info" showIcon title={t('products.reading')} />
        )}
        <Tabs
          activeKey={fate}
          onChange={(key) => {
            setFate(SHOWN.find((one) => one === key) ?? 'make');
            setPage(1);
          }}
          items={SHOWN.map((one) => ({
            key: one,
            label: `${t(`products.fate.${one}`)} ${counts ? formatNumber(counts[one]) : ''}`,
          }))}
        />
        {counts && counts[fate] > 0 && (
          <Alert type={fate === 'differs' ? 'warning' : 'info'} title={t(`products.fateText.${fate}`)} />
        )}
        {fate === 'noSku' && counts && counts.noSku > 0 && (
          <Checkbox checked={suggests} onChange={(event) => setSuggests(event.target.checked)}>
            {t('products.suggests')}
          </Checkbox>
        )}
        <Rows rows={preview.data?.rows ?? []} skus={skus} onType={type} />
        <Pagination
          align="end"
          size="small"
          hideOnSinglePage
          current={page}
          pageSize={PAGE_SIZE}
          showSizeChanger={false}
          total={preview.data?.total ?? 0}
          onChange={setPage}
        />
      </div>
    </PageDrawer>
  );
}

/** A person may give each listing without a SKU of its own another one. */
function Rows({
  rows,
  skus,
  onType,
}: {
  rows: readonly FateRow[];
  skus: ReadonlyMap<number, TypedSku>;
  onType: (id: number, typed: TypedSku) => void;
}): ReactNode {
  const { t } = useTranslation('listings');
  const columns = useMemo<Column<FateRow>[]>(
    () => [
      col.own(
        'listing',
        t('listing'),
        (row) => (
          <div className="tw-two-lines" title={row.title}>
            <strong>{row.sellerSku || row.itemId}</strong>
            <span className="tw-muted">{row.title}</span>
          </div>
        ),
        { width: 320 },
      ),
      col.text('shop', t('shop'), { of: 'shopName', width: 160 }),
      col.own(
        'sku',
        t('products.sku'),
        (row) =>
          row.fate === 'noSku' || row.fate === 'differs' ? (
            <Input
              size="small"
              maxLength={60}
              aria-label={`${t('products.sku')} ${row.sellerSku || row.itemId}`}
              placeholder={row.fate === 'noSku' ? row.sku : t('products.choose')}
              value={skus.get(row.id)?.sku ?? ''}
              onChange={(event) => onType(row.id, { sku: event.target.value, fate: row.fate })}
            />
          ) : (
            row.sku
          ),
        { width: 220 },
      ),
    ],
    [t, skus, onType],
  );
  return (
    <LineTable
      label={t('products.title')}
      columns={columns}
      rows={rows}
      empty={<EmptyState title={t('products.noneOfThese')} />}
    />
  );
}
