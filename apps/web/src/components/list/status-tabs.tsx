import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../format.ts';
import { useChosenInView } from '../use-chosen-in-view.ts';

export interface StatusTab {
  /** Empty for "all". */
  value: string;
  label: string;
  /** Shown unless it is 0. */
  count?: number | undefined;
  /** The tab's input, if it is not {param: value}. */
  input?: Record<string, unknown>;
  /** Shows the number in red, because a person must act. */
  urgent?: boolean;
}

export function StatusTabs({
  items,
  value,
  onChange,
}: {
  items: readonly StatusTab[];
  value: string;
  onChange: (value: string) => void;
}): ReactNode {
  const { t } = useTranslation();
  const row = useChosenInView(value);
  return (
    <div ref={row} className="tw-status-tabs" role="tablist" aria-label={t('list.states')}>
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          role="tab"
          aria-selected={item.value === value}
          onClick={() => onChange(item.value)}
        >
          {item.label}
          {item.count !== undefined && item.count > 0 && (
            <span data-urgent={item.urgent || undefined}>{formatNumber(item.count)}</span>
          )}
        </button>
      ))}
    </div>
  );
}
