import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../../components/status-tag.tsx';

interface Told {
  state: 'due' | 'done' | 'failed';
  error: string | null;
}
const TONES = { due: 'info', done: 'good', failed: 'bad' } as const;

interface SectionProps {
  title: string;
  /** How far Amazon is told of it; null: not yet. */
  told?: Told | null;
  footer?: ReactNode;
  children: ReactNode;
}

/** One step of a purchase order: how far it is, what it says, what may be done. */
export function Section({ title, told, footer, children }: SectionProps): ReactNode {
  const { t } = useTranslation('orders');
  return (
    <section className="tw-vendor" aria-label={title}>
      <header>
        <h3>{title}</h3>
        {told !== undefined && (
          <StatusTag tone={told ? TONES[told.state] : 'warn'} busy={told?.state === 'due'}>
            {t(`vendor.told.${told?.state ?? 'none'}`)}
          </StatusTag>
        )}
      </header>
      {told?.error && (
        <Alert
          type={told.state === 'failed' ? 'error' : 'warning'}
          showIcon
          title={t('vendor.said')}
          description={told.error}
        />
      )}
      {children}
      {footer && <footer>{footer}</footer>}
    </section>
  );
}
