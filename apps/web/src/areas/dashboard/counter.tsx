import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../components/format.ts';
import { StatusTag, type Tone } from '../../components/status-tag.tsx';

/** The server counts queues up to this number. */
const COUNT_LIMIT = 10_000;

export interface CounterProps {
  label: string;
  /** Undefined while it loads. */
  value: number | undefined;
  /** The color of the dot while the count is not 0. */
  tone: Tone;
  to: string | undefined;
  capped?: boolean;
}

/** A count that links to its list. */
export function Counter({ label, value, tone, to, capped }: CounterProps): ReactNode {
  const content = (
    <>
      {value === undefined ? (
        <b className="tw-home-bar" aria-hidden="true" />
      ) : (
        <b>
          {formatNumber(value)}
          {capped && value >= COUNT_LIMIT ? '+' : ''}
        </b>
      )}
      <StatusTag tone={value ? tone : 'muted'}>{label}</StatusTag>
    </>
  );
  const state = { className: 'tw-home-counter', 'data-tone': value ? tone : value === 0 ? 'none' : undefined };
  return (
    <li>
      {to ? (
        <Link {...state} to={to}>
          {content}
        </Link>
      ) : (
        <span {...state}>{content}</span>
      )}
    </li>
  );
}
