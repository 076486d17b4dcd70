import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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

/** Links a document number to its page. Documents without a page show the number only. */
const PAGES: Record<string, (id: number, number: string) => string> = {
  sales_order: (id, number) => `#/order/all?open=${id}&text=${encodeURIComponent(number)}`,
  outbound: (id) => `#/warehouse/outbound?state=all&open=${id}`,
  inbound: (id) => `#/warehouse/inbound?open=${id}`,
  inbound_check: (id) => `#/warehouse/inbound?open=${id}`,
  transfer: (id) => `#/warehouse/transfer?open=${id}`,
  assembly: (id) => `#/warehouse/assembly?open=${id}`,
  fba_shipment: (id) => `#/transit/fba?open=${id}`,
  transit_leg: (id) => `#/transit/other?open=${id}`,
  count: (id) => `#/warehouse/count?open=${id}`,
  sales_return: (id) => `#/order/returns?open=${id}`,
  supplier_return: (id) => `#/purchase/order?view=returns&open=${id}`,
};

export function MovementDocument({
  row,
}: {
  row: { docKind: string; docId: number; docNumber: string | null };
}): ReactNode {
  const page = PAGES[row.docKind];
  if (!row.docNumber) return <None />;
  return page ? (
    <a href={page(row.docId, row.docNumber)} onClick={(event) => event.stopPropagation()}>
      {row.docNumber}
    </a>
  ) : (
    row.docNumber
  );
}
