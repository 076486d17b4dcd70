import { LinkOutlined, PrinterOutlined } from '@ant-design/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import type { OrderLinkPage } from '@tradewind/contract/links.ts';
import { Button, Result, Spin } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../api/errors.ts';
import { DateTime } from '../components/figures.tsx';
import { PublicLayout } from './public-layout.tsx';
import { type Shared, useLink } from './use-link.ts';
import './link.css';

interface LinkLayoutProps {
  page: OrderLinkPage;
  title: string;
  printed?: boolean;
  children: (shared: Shared, key: string) => ReactNode;
}

/** A page of an order, seen by a link. */
export function LinkLayout({ page, title, printed, children }: LinkLayoutProps): ReactNode {
  const { t } = useTranslation();
  const { key, found } = useLink(page);
  return (
    <LinkShell
      title={title}
      found={found}
      action={
        printed && (
          <Button className="tw-no-print" icon={<PrinterOutlined />} onClick={() => window.print()}>
            {t('link.print')}
          </Button>
        )
      }
    >
      {(shared) => children(shared, key)}
    </LinkShell>
  );
}

interface LinkShellProps<T> {
  title: string;
  found: UseQueryResult<T, ApiError>;
  /** Beside the company's name. */
  action?: ReactNode;
  children: (shared: T) => ReactNode;
}

/** What every page by a link has around it. A link that shows nothing any more says the same whatever the reason. */
export function LinkShell<T extends { company: string; recipient?: string; expiresAt: string }>({
  title,
  found,
  action,
  children,
}: LinkShellProps<T>): ReactNode {
  const { t } = useTranslation();
  const shared = found.data;
  if (found.isPending)
    return (
      <PublicLayout title={title} wide>
        <Spin delay={200} />
      </PublicLayout>
    );
  if (!shared)
    return (
      <PublicLayout title={title}>
        <Result
          icon={<LinkOutlined />}
          status={found.error?.network ? 'warning' : 'info'}
          title={found.error?.code === 404 ? t('link.gone') : (found.error?.msg ?? t('link.gone'))}
          subTitle={found.error?.code === 404 ? t('link.goneHint') : undefined}
          extra={found.error?.network && <Button onClick={() => void found.refetch()}>{t('action.retry')}</Button>}
        />
      </PublicLayout>
    );
  return (
    <PublicLayout title={title} wide>
      <div className="tw-link-head">
        <div>
          <strong>{shared.company}</strong>
          {shared.recipient !== undefined && (
            <div className="tw-muted">{t('link.for', { name: shared.recipient })}</div>
          )}
        </div>
        {action}
      </div>
      {children(shared)}
      <p className="tw-muted tw-no-print">
        {t('link.until')} <DateTime at={shared.expiresAt} />
      </p>
    </PublicLayout>
  );
}
