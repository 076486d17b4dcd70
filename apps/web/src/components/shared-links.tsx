import type { ResultOf } from '@tradewind/contract/call.ts';
import { listLinks, withdrawLink } from '@tradewind/contract/links.ts';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../api/hooks.ts';
import { toast } from '../api/toast.ts';
import { ConfirmDanger } from './confirm-danger.tsx';
import { DateTime } from './figures.tsx';
import { StatusTag } from './status-tag.tsx';
import './shared-links.css';

export type SharedLink = ResultOf<typeof listLinks>['links'][number];
const TONES = { open: 'good', expired: 'muted', withdrawn: 'muted' } as const;

/** The address of a new link: the server returns it only this once. */
export function SharedUrl({ url }: { url: string }): ReactNode {
  const { t } = useTranslation();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast.success(t('sharedLink.copied'));
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Alert
      type="success"
      title={t('sharedLink.once')}
      description={<code className="tw-share-url">{url}</code>}
      action={<Button onClick={() => void copy()}>{t('sharedLink.copy')}</Button>}
    />
  );
}

/** A link with its expiry, how often it was opened, and the button that revokes it. */
export function SharedLinkRow({ link, what }: { link: SharedLink; what: string }): ReactNode {
  const { t } = useTranslation();
  const withdraw = useAct(withdrawLink, { refresh: [listLinks], success: t('sharedLink.withdrawn') });
  return (
    <li>
      <div>
        <strong>{link.recipient}</strong> · {what}{' '}
        <StatusTag tone={TONES[link.state]}>{t(`sharedLink.state.${link.state}`)}</StatusTag>
        <div className="tw-muted">
          {link.createdBy} · {t('sharedLink.until')} <DateTime at={link.expiresAt} /> ·{' '}
          {t('sharedLink.opened', { count: link.opened })}
          {link.openedAt && (
            <>
              {' '}
              · {t('sharedLink.lastOpened')} <DateTime at={link.openedAt} />
            </>
          )}
        </div>
      </div>
      {link.state === 'open' && (
        <ConfirmDanger
          size="small"
          title={t('sharedLink.withdrawTitle', { name: link.recipient })}
          consequence={t('sharedLink.withdrawText')}
          verb={t('sharedLink.withdraw')}
          onConfirm={() => withdraw.mutateAsync({ id: link.id })}
        />
      )}
    </li>
  );
}
