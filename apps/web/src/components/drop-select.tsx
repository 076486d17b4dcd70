import { getSelectZoot } from '@tradewind/contract/settings.ts';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useCall } from '../api/hooks.ts';

const KEPT_MS = 60_000;

interface DropSelectProps {
  /** The list, e.g. "product.unit". */
  zoot: string;
  /** From the form. */
  id?: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
  disabled?: boolean;
  required?: boolean;
  placeholder?: string;
}

/** Options that the company extends under Dropdown options. Disabled ones stay where they were chosen before. */
export function DropSelect({ zoot, id, value, onChange, disabled, required, placeholder }: DropSelectProps): ReactNode {
  const found = useCall(getSelectZoot, { zootId: zoot }, { staleMs: KEPT_MS });
  const list = found.data?.list ?? [];
  const options = list
    .filter((option) => option.enabled || option.value === value)
    .map((option) => ({ value: option.value, label: option.label }));
  // A value that is older than the list.
  if (value && !options.some((option) => option.value === value)) options.push({ value, label: value });
  return (
    <Select
      {...(id ? { id } : {})}
      value={value || null}
      allowClear={!required}
      disabled={disabled ?? false}
      placeholder={placeholder ?? ''}
      loading={found.isPending}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(chosen: string | undefined) => onChange?.(chosen ?? null)}
    />
  );
}

/** Names of stored values; an unknown value is its own name. */
export function useDropName(zoot: string): (value: string) => string {
  const found = useCall(getSelectZoot, { zootId: zoot }, { staleMs: KEPT_MS });
  return (value) => found.data?.list.find((option) => option.value === value)?.label ?? value;
}

export function DropLabel({ zoot, value }: { zoot: string; value: string }): ReactNode {
  return useDropName(zoot)(value);
}
