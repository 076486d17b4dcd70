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

/** A titled block with its own error state. Hidden if the server denies access. */
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
