import { rights } from '@tradewind/contract/access/modules.ts';
import {
  listMappings,
  listUnmapped,
  saveMappings,
  UNMAPPED_FROM,
  type UnmappedFrom,
} from '@tradewind/contract/catalog.ts';
import { makeSoldProducts } from '@tradewind/contract/listings.ts';
import { Button, Pagination, Tabs } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { MakeProductForm } from '../../components/make-product.tsx';
import { PageDrawer } from '../../components/page-drawer.tsx';
import { PageError } from '../../components/page-error.tsx';
import { keyOf, type UnmappedRow, useChoices } from './use-choices.ts';
import { WaitingRow } from './waiting-row.tsx';

const PAGE_SIZE = 50;
/** A call maps or makes so many; the others stay ticked. */
const MAPPED_AT_ONCE = 500;
const MADE_AT_ONCE = 200;
const REFRESHED = [listUnmapped, listMappings];

/** Unmapped seller SKUs with the products that they may be. What is certain is ticked, and one button maps all ticked ones. */
export function WaitingDrawer({ from: first, onClose }: { from: UnmappedFrom; onClose: () => void }): ReactNode {
  const { t } = useTranslation('catalog');
  const [from, setFrom] = useState(first);
  const [page, setPage] = useState(1);
  const top = useRef<HTMLDivElement>(null);
  const waiting = useCall(listUnmapped, { from, page, pageSize: PAGE_SIZE }, { keepPrevious: true });
  const rows = waiting.data?.rows ?? [];
  const choices = useChoices(rows);
  const save = useAct(saveMappings, {
    refresh: REFRESHED,
    success: t('mappingSaved'),
    onDone: (_result, input) => {
      choices.drop(input.rows);
      setPage(1);
      top.current?.scrollIntoView();
    },
  });
  const mayMake = useMay(rights.product)(makeSoldProducts) && from === 'orders';
  const [making, setMaking] = useState<UnmappedRow>();
  const make = useAct(makeSoldProducts, {
    refresh: REFRESHED,
    success: ({ made, left }) =>
      left.length > 0 ? t('madeSome', { count: made, left: left.length }) : t('madeAll', { count: made }),
  });
  const open = rows.filter((row) => choices.of(row).product && !choices.of(row).ticked);
  // Those that no product is chosen or suggested for.
  const lost = rows.filter((row) => row.suggestions.length === 0 && !choices.of(row).product && row.sellerSku !== '');
  const turn = (to: { from: UnmappedFrom; page: number }) => {
    choices.keep();
    setFrom(to.from);
    setPage(to.page);
    top.current?.scrollIntoView();
  };
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
      size={960}
      onClose={onClose}
      extra={
        <>
          {open.length > 0 && (
            <Button onClick={() => choices.tick(open)}>{t('acceptAll', { count: open.length })}</Button>
          )}{' '}
          {mayMake && lost.length > 0 && (
            <Button
              loading={make.isPending}
              onClick={() =>
                make.mutate({
                  rows: lost.slice(0, MADE_AT_ONCE).map(({ shopId, sellerSku }) => ({ shopId, sellerSku })),
                })
              }
            >
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
            disabled={choices.ticked.length === 0}
            onClick={() => save.mutate({ rows: choices.ticked.slice(0, MAPPED_AT_ONCE) })}
          >
            {t('pairCount', { count: Math.min(choices.ticked.length, MAPPED_AT_ONCE) })}
          </Button>
        </div>
      }
    >
      <div ref={top} />
      <Tabs
        activeKey={from}
        onChange={(key) => turn({ from: UNMAPPED_FROM.find((one) => one === key) ?? 'orders', page: 1 })}
        items={UNMAPPED_FROM.map((key) => ({ key, label: t(`unmappedFrom.${key}`) }))}
      />
      {waiting.error && <PageError error={waiting.error} onRetry={() => void waiting.refetch()} />}
      {waiting.isSuccess && rows.length === 0 && <NothingLeft from={from} />}
      <div className="tw-waiting-list">
        {rows.map((row) => (
          <WaitingRow
            key={keyOf(row)}
            row={row}
            choice={choices.of(row)}
            onChoose={(choice) => choices.choose(row, choice)}
            onMake={mayMake && row.sellerSku !== '' ? () => setMaking(row) : undefined}
          />
        ))}
      </div>
      <Pagination
        align="end"
        size="small"
        hideOnSinglePage
        current={page}
        pageSize={PAGE_SIZE}
        showSizeChanger={false}
        total={waiting.data?.total ?? 0}
        onChange={(to) => turn({ from, page: to })}
      />
    </PageDrawer>
  );
}

function NothingLeft({ from }: { from: UnmappedFrom }): ReactNode {
  const { t } = useTranslation('catalog');
  return from === 'orders' ? (
    <EmptyState title={t('nothingWaiting')} hint={t('nothingWaitingHint')} />
  ) : (
    <EmptyState title={t('allMapped')} hint={t('allMappedHint')} />
  );
}
