import type { ReactNode } from 'react';
import type { ApiError } from '../../api/errors.ts';
import { PageError } from '../../components/page-error.tsx';

interface BlockProps {
  title: string;
  hint?: string;
  extra?: ReactNode;
  error?: ApiError | null;
  onRetry?: () => void;
  className?: string;
  children: ReactNode;
}

/** A titled part of the page that fails by itself; what the server refuses to this user is not shown at all. */
export function Block({ title, hint, extra, error, onRetry, className = '', children }: BlockProps): ReactNode {
  if (error?.code === 403) return null;
  return (
    <section className={`tw-panel tw-home-block ${className}`} aria-label={title}>
      <header>
        <h2 title={hint}>{title}</h2>
        {extra}
      </header>
      {error ? <PageError error={error} {...(onRetry ? { onRetry } : {})} /> : children}
    </section>
  );
}
