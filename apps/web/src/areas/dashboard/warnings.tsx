import type { ResultOf } from '@tradewind/contract/call.ts';
import { getWarehouseWarnData } from '@tradewind/contract/dashboard.ts';
import { STOCK_WARNINGS } from '@tradewind/contract/stock/warnings.ts';
import { Skeleton } from 'antd';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isLost, useCall } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { formatNumber } from '../../components/format.ts';
import { productName } from '../../components/product-name.ts';
import { StatusTag, type Tone } from '../../components/status-tag.tsx';
import { Block } from './block.tsx';
import type { Doors } from './doors.ts';

type Warned = ResultOf<typeof getWarehouseWarnData>;
const EVERY_MS = 60_000;
const SHOWN = 4;

interface Item {
  key: number | string;
  name: string;
  about: string;
  detail: string;
  to: string | undefined;
}
interface Group {
  key: string;
  title: string;
  tone: Tone;
  items: Item[];
}

/** Warnings, most urgent first. `quiet`: nothing where there are none. */
export function Warnings({ doors, quiet = false }: { doors: Doors; quiet?: boolean }): ReactNode {
  const { t } = useTranslation('dashboard');
  const warned = useCall(getWarehouseWarnData, {}, { everyMs: EVERY_MS });
  const groups = useGroups(warned.data, doors);
  if (quiet && groups.length === 0) return null;
  return (
    <Block
      title={t('warnings')}
      className="tw-home-warnings"
      error={isLost(warned) ? warned.error : null}
      onRetry={() => void warned.refetch()}
    >
      {warned.isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {warned.data && groups.length === 0 && <EmptyState title={t('noWarnings')} hint={t('noWarningsHint')} />}
      {groups.map((group) => (
        <WarningGroup key={group.key} group={group} />
      ))}
    </Block>
  );
}

function useGroups(data: Warned | undefined, doors: Doors): Group[] {
  const { t } = useTranslation('dashboard');
  if (!data) return [];
  const stock = (sku: string) => doors.to('stock', { text: sku });
  const shops = data.shops.map((shop) => ({
    key: shop.id,
    name: shop.name,
    about: '',
    detail: shop.state === 'expired' ? t('shopExpired') : (shop.error ?? t('shopFailed')),
    to: doors.to('shops', { open: shop.id }),
  }));
  const short = data.short.map((row) => ({
    key: row.productId,
    name: row.sku,
    about: productName(row),
    detail: t('shortBy', {
      orders: formatNumber(row.waitingOrders),
      needed: formatNumber(row.needed),
      available: formatNumber(row.available),
    }),
    to: stock(row.sku),
  }));
  const low = data.low.map((row) => ({
    key: row.productId,
    name: row.sku,
    about: productName(row),
    detail: `${row.available > 0 ? t('lowDays', { count: row.days }) : t('soldOut')} · ${t('lowFor', {
      available: formatNumber(row.available),
      perDay: formatNumber(row.perDay),
    })}`,
    to: stock(row.sku),
  }));
  const wrong = STOCK_WARNINGS.filter((kind) => data.stock[kind]).map((kind) => ({
    key: kind,
    name: t(`warning.${kind}`),
    about: '',
    detail: t('stockWarned', { n: formatNumber(data.stock[kind] ?? 0) }),
    to: doors.to('stock', { view: 'warnings', kind }),
  }));
  const papers = data.papers.map((row) => ({
    key: `${row.productId}/${row.kind}/${row.country}/${row.expiresOn}`,
    name: row.sku,
    about: productName(row),
    detail: t(row.days < 0 ? 'paperOver' : 'paperSoon', {
      paper: t(`paper.${row.kind}`),
      day: row.expiresOn,
      count: Math.abs(row.days),
    }),
    to: doors.to('products', { status: 'all', papers: 'due', open: row.productId }),
  }));
  const runOut = {
    key: 'runOut',
    name: t('runOutOf', { count: data.runOut }),
    about: '',
    detail: t('runOutHint'),
    to: doors.to('replenishment', { tab: 'urgent' }),
  };
  const due = (['overdue', 'week'] as const)
    .filter((window) => data.payments[window] > 0)
    .map((window) => ({
      key: window,
      name: t(`payments.${window}`, { count: data.payments[window] }),
      about: '',
      detail: t('payments.hint'),
      to: doors.to('purchases', { view: 'dues', due: window }),
    }));
  const groups: Group[] = [
    { key: 'shops', title: t('shopsFailing'), tone: 'bad', items: shops },
    { key: 'short', title: t('short'), tone: 'bad', items: short },
    { key: 'runOut', title: t('runOut'), tone: 'bad', items: data.runOut > 0 ? [runOut] : [] },
    { key: 'low', title: t('low'), tone: 'warn', items: low },
    { key: 'payments', title: t('payments.title'), tone: data.payments.overdue > 0 ? 'bad' : 'warn', items: due },
    { key: 'papers', title: t('papersDue'), tone: 'warn', items: papers },
    { key: 'stock', title: t('stockWarnings'), tone: 'warn', items: wrong },
  ];
  return groups.filter((group) => group.items.length > 0);
}

function WarningGroup({ group: { title, tone, items } }: { group: Group }): ReactNode {
  const { t } = useTranslation('dashboard');
  const [all, setAll] = useState(false);
  const shown = all ? items : items.slice(0, SHOWN);
  return (
    <>
      <h3>
        <StatusTag tone={tone}>{title}</StatusTag> <span className="tw-muted">{formatNumber(items.length)}</span>
      </h3>
      <ul>
        {shown.map((item) => (
          <li key={item.key}>
            <Line item={item} />
          </li>
        ))}
      </ul>
      {shown.length < items.length && (
        <button type="button" onClick={() => setAll(true)}>
          {t('more', { n: formatNumber(items.length - shown.length) })}
        </button>
      )}
    </>
  );
}

function Line({ item: { name, about, detail, to } }: { item: Item }): ReactNode {
  const content = (
    <Fragment>
      <span className="tw-home-name" title={about || name}>
        {name} {about && <span className="tw-muted">{about}</span>}
      </span>
      <small className="tw-muted" title={detail}>
        {detail}
      </small>
    </Fragment>
  );
  return to ? <Link to={to}>{content}</Link> : <span>{content}</span>;
}
