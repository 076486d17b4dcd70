import type { ReactNode } from 'react';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'muted';

/** A status: a dot and a word. `busy` animates the dot while work is in progress. */
export function StatusTag({ tone, busy, children }: { tone: Tone; busy?: boolean; children: ReactNode }): ReactNode {
  return (
    <span className="tw-status" data-tone={tone} data-busy={busy || undefined}>
      {children}
    </span>
  );
}
