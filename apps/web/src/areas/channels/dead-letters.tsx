import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  findShop,
  listDeadLetters,
  listShops,
  resolveDeadLetter,
  retryDeadLetters,
} from '@tradewind/contract/channels.ts';
import { Button, Pagination, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { ActionButton, type May, useMay } from '../../components/can.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { DateTime } from '../../components/figures.tsx';
import { PageError } from '../../components/page-error.tsx';
import './channels.css';

type DeadLetter = ResultOf<typeof listDeadLetters>['rows'][number];
const PAGE_SIZE = 30;

/** Dead letters with the platform's raw data, to find the cause. */
export function DeadLetterList({ shopId }: { shopId: number }): ReactNode {
  const { t } = useTranslation('channels');
  const may = useMay();
  const [page, setPage] = useState(1);
  const deadLetters = useCall(
    listDeadLetters,
    { shopId, page, pageSize: PAGE_SIZE },
    { everyMs: 10_000, keepPrevious: true },
  );
  const retry = useAct(retryDeadLetters, { refresh: [listDeadLetters], success: t('parkedRetried') });
  if (deadLetters.isPending) return <Skeleton active />;
  if (deadLetters.error) return <PageError error={deadLetters.error} onRetry={() => void deadLetters.refetch()} />;
  const { rows, total } = deadLetters.data;
  if (rows.length === 0) return <EmptyState title={t('parkedNone')} hint={t('parkedNoneHint')} />;
  const retriable = rows.filter((row) => row.platformOrderNo !== null).map((row) => row.id);
  return (
    <>
      {may(retryDeadLetters) && retriable.length > 1 && (
        <Button loading={retry.isPending} onClick={() => retry.mutate({ ids: retriable })}>
          {t('parkedRetryAll')}
        </Button>
      )}
      {rows.map((row) => (
        <DeadLetterItem key={row.id} row={row} may={may} />
      ))}
      {total > PAGE_SIZE && (
        <Pagination
          size="small"
          current={page}
          total={total}
          pageSize={PAGE_SIZE}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </>
  );
}

function DeadLetterItem({ row, may }: { row: DeadLetter; may: May }): ReactNode {
  const { t } = useTranslation('channels');
  const retry = useAct(retryDeadLetters, { refresh: [listDeadLetters], success: t('parkedRetried') });
  const resolve = useAct(resolveDeadLetter, {
    refresh: [listDeadLetters, listShops, findShop],
    success: t('parkedResolved'),
  });
  return (
    <article className="tw-parked">
      <header>
        <strong>{row.platformOrderNo ?? '–'}</strong>
        <span className="tw-muted">
          {t('parkedSeen')} {row.seen} · {t('parkedLast')} <DateTime at={row.lastAt} />
        </span>
        <span className="tw-grow" />
        {may(retryDeadLetters) && (
          <ActionButton
            size="small"
            loading={retry.isPending}
            reason={row.platformOrderNo === null ? t('parkedNoNumber') : undefined}
            onClick={() => retry.mutate({ ids: [row.id] })}
          >
            {t('parkedRetry')}
          </ActionButton>
        )}
        {may(resolveDeadLetter) && (
          <Button size="small" loading={resolve.isPending} onClick={() => resolve.mutate({ ids: [row.id] })}>
            {t('parkedResolve')}
          </Button>
        )}
      </header>
      <div className="tw-bad tw-problem-detail">{row.reason}</div>
      {row.raw === null ? (
        <div className="tw-muted">{t('parkedHidden')}</div>
      ) : (
        <details>
          <summary>{t('parkedRaw')}</summary>
          <pre>{typeof row.raw === 'string' ? row.raw : JSON.stringify(row.raw, null, 2)}</pre>
        </details>
      )}
    </article>
  );
}
