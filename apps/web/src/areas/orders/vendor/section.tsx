import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../../components/status-tag.tsx';

interface Reply {
  state: 'due' | 'done' | 'failed';
  error: string | null;
}
const TONES = { due: 'info', done: 'good', failed: 'bad' } as const;

interface SectionProps {
  title: string;
  /** The status of the update to Amazon; null: none yet. */
  told?: Reply | null;
  footer?: ReactNode;
  children: ReactNode;
}

/** One step of a purchase order: status, details and actions. */
export function Section({ title, told: answered, footer, children }: SectionProps): ReactNode {
  const { t } = useTranslation('orders');
  return (
    <section className="tw-vendor" aria-label={title}>
      <header>
        <h3>{title}</h3>
        {answered !== undefined && (
          <StatusTag tone={answered ? TONES[answered.state] : 'warn'} busy={answered?.state === 'due'}>
            {t(`vendor.told.${answered?.state ?? 'none'}`)}
          </StatusTag>
        )}
      </header>
      {answered?.error && (
        <Alert
          type={answered.state === 'failed' ? 'error' : 'warning'}
          showIcon
          title={t('vendor.said')}
          description={answered.error}
        />
      )}
      {children}
      {footer && <footer>{footer}</footer>}
    </section>
  );
}
