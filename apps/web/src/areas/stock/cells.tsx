import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentLink } from '../../components/document-link.tsx';
import { None, Quantity } from '../../components/figures.tsx';
import { formatNumber } from '../../components/format.ts';
import { ageOf } from './ages.ts';
import './stock.css';

/** Shows +5 or -3, and zero as a dash. */
export function Signed({ value }: { value: number }): ReactNode {
  if (value === 0) return <None />;
  return (
    <span className="tw-figure tw-signed" data-tone={value > 0 ? 'good' : 'bad'}>
      {value > 0 ? '+' : '−'}
      {formatNumber(Math.abs(value))}
    </span>
  );
}

/** The user. System jobs show their name on hover. */
export function Actor({ row }: { row: { actor: string; program: boolean } }): ReactNode {
  const { t } = useTranslation('stock');
  return <span title={row.actor}>{row.program ? t('explain.program') : row.actor}</span>;
}

interface OpensProps {
  hint?: string | undefined;
  onClick: () => void;
}

/** A cell that opens the entries behind its figure. */
export function Opens({ hint, onClick, children }: OpensProps & { children: ReactNode }): ReactNode {
  return (
    <button
      type="button"
      className="tw-explain"
      title={hint}
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
    >
      {children}
    </button>
  );
}

export function FigureButton({ value, ...opens }: OpensProps & { value: number }): ReactNode {
  return (
    <Opens {...opens}>
      <Quantity value={value} />
    </Opens>
  );
}

/** A figure that opens only where there is something. */
export function FigureIfAny(props: OpensProps & { value: number }): ReactNode {
  return props.value === 0 ? <Quantity value={0} /> : <FigureButton {...props} />;
}

/** Days since the oldest remaining units arrived. */
export function Age({ since }: { since: string | null }): ReactNode {
  const { t } = useTranslation('stock');
  if (since === null) return <None />;
  const days = ageOf(since);
  return (
    <span className="tw-figure" data-tone={days > 365 ? 'bad' : undefined} title={since.slice(0, 10)}>
      {t('days', { count: days })}
    </span>
  );
}

export function MovementDocument({
  row,
}: {
  row: { docKind: string; docId: number; docNumber: string | null };
}): ReactNode {
  return <DocumentLink kind={row.docKind} id={row.docId} number={row.docNumber} />;
}
