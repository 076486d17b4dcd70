import type { ReactNode } from 'react';

/** A sail before the trade wind. */
export function Logo({ size }: { size: number }): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#0F766E" />
      <path d="M15 5.5v15.2H6.2C8.7 15.8 11.9 10.6 15 5.5Z" fill="#fff" />
      <path d="M17 8.7c4.3 2.8 7.3 7 8.3 12H17Z" fill="#5EEAD4" />
      <path
        d="M5.5 23c2.4 1.9 4.6 1.9 7 0s4.6-1.9 7 0 4.6 1.9 7 0"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}
