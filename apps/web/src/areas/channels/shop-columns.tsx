import type { ShopRow, ShopState } from '@tradewind/contract/channels.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime, None } from '../../components/figures.tsx';
import type { Column } from '../../components/list-page.tsx';
import { StatusTag, type Tone } from '../../components/status-tag.tsx';
import { col } from '../../components/table/col.tsx';
import './channels.css';

const TONES: Record<ShopState, Tone> = { pending: 'info', authorized: 'good', expired: 'bad', disabled: 'muted' };
/** The schedule runs every two minutes, and platforms show changes up to two minutes late. */
const FRESH_SECONDS = 10 * 60;

export function ShopStateTag({ shop }: { shop: ShopRow }): ReactNode {
  const { t } = useTranslation('channels');
  return (
    <StatusTag tone={TONES[shop.state]} busy={shop.syncing && shop.state === 'authorized'}>
      {t(`states.${shop.state}`)}
    </StatusTag>
  );
}

/** The sync delay of orders. */
export function Lag({ shop }: { shop: ShopRow }): ReactNode {
  const { t } = useTranslation('channels');
  if (shop.lagSeconds === null) return <None />;
  if (shop.syncing)
    return (
      <StatusTag tone="info" busy>
        {t('syncing')}
      </StatusTag>
    );
  if (shop.lagSeconds < FRESH_SECONDS) return <span>{t('upToDate')}</span>;
  const minutes = Math.round(shop.lagSeconds / 60);
  const text =
    minutes < 120
      ? t('minutes', { count: minutes })
      : minutes < 48 * 60
        ? t('hours', { count: Math.round(minutes / 60) })
        : t('days', { count: Math.round(minutes / 1440) });
  return <span className="tw-warn tw-figure">{text}</span>;
}

export function ShopName({ shop }: { shop: Pick<ShopRow, 'name' | 'platformName'> }): ReactNode {
  return (
    <span className="tw-shop-name">
      <span className="tw-platform-mark" role="img" aria-label={shop.platformName} title={shop.platformName}>
        {shop.platformName.slice(0, 1)}
      </span>
      <strong>{shop.name}</strong>
    </span>
  );
}

export function useShopColumns(): Column<ShopRow>[] {
  const { t } = useTranslation('channels');
  return useMemo<Column<ShopRow>[]>(
    () => [
      {
        key: 'name',
        title: t('shop'),
        width: 220,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => <ShopName shop={row} />,
      },
      col.text('account', t('account'), { width: 240 }),
      col.status('state', t('state'), (row) => <ShopStateTag shop={row} />, { width: 150 }),
      { key: 'lag', title: t('lag'), width: 110, render: (row) => <Lag shop={row} /> },
      col.time('lastSyncAt', t('lastSync')),
      {
        key: 'problem',
        title: t('problem'),
        width: 260,
        render: (row) =>
          row.lastErrorText ? (
            <span
              className={row.lastErrorKind === 'throttled' ? 'tw-muted' : 'tw-bad'}
              title={row.lastErrorDetail ?? ''}
            >
              {row.lastErrorText}
            </span>
          ) : (
            <None />
          ),
      },
      col.qty('parked', t('parked'), { width: 100 }),
      col.qty('ordersSynced', t('ordersSynced'), { width: 110 }),
      col.time('nextSyncAt', t('nextTry')),
      { key: 'consentEndsAt', title: t('consentEnds'), width: 120, render: (row) => <ConsentEnds shop={row} /> },
      col.text('operator', t('operator'), { of: 'operatorName', width: 120 }),
      col.text('currency', t('currency'), { width: 80, hidden: true }),
      col.time('createdAt', t('createdAt'), { hidden: true }),
    ],
    [t],
  );
}

const WARN_MS = 30 * 86_400_000;

export function ConsentEnds({ shop }: { shop: ShopRow }): ReactNode {
  const { t } = useTranslation('channels');
  if (!shop.consentEndsAt) return shop.authorizedAt ? t('consentForever') : <None />;
  const soon = Date.parse(shop.consentEndsAt) - Date.now() < WARN_MS;
  return (
    <span className={soon ? 'tw-warn' : undefined}>
      <DateTime at={shop.consentEndsAt} only="day" />
    </span>
  );
}
