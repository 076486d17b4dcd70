import type { ReactNode } from 'react';
import type { ApiError } from '../../api/errors.ts';
import { PageError } from '../../components/page-error.tsx';

interface StripProps {
  title: string;
  about?: string | undefined;
  loading: boolean;
  error?: ApiError | null;
  onRetry?: () => void;
  children: ReactNode;
}

/** A titled row of counters. Hidden if the server denies access. */
export function Strip({ title, about, loading, error, onRetry, children }: StripProps): ReactNode {
  if (error?.code === 403) return null;
  return (
    <section className="tw-home-strip" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {about && <span className="tw-muted">{about}</span>}
      </header>
      {error ? (
        <PageError error={error} {...(onRetry ? { onRetry } : {})} />
      ) : (
        <ul className="tw-home-counters" aria-busy={loading}>
          {children}
        </ul>
      )}
    </section>
  );
}
