import type { ReactNode } from 'react';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'muted';

/** A state: a dot and a word. `busy` lets the dot breathe while something is under way. */
export function StatusTag({ tone, busy, children }: { tone: Tone; busy?: boolean; children: ReactNode }): ReactNode {
  return (
    <span className="tw-status" data-tone={tone} data-busy={busy || undefined}>
      {children}
    </span>
  );
}
