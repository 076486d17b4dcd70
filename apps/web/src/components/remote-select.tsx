import type { Call, InputOf, ResultOf } from '@tradewind/contract/call.ts';
import { Select, type SelectProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { useCall } from '../api/hooks.ts';
import { PageError } from './page-error.tsx';
import { useHeld } from './use-held.ts';
import { usePause } from './use-pause.ts';

export interface RemoteOption<V extends string | number> {
  value: V;
  label: string;
}
type OwnProps = 'options' | 'loading' | 'showSearch' | 'onSearch' | 'filterOption' | 'onChange' | 'value' | 'mode';

interface RemoteSelectProps<C extends Call, V extends string | number> extends Omit<SelectProps, OwnProps> {
  call: C;
  /** The call's input for the typed text; undefined: do not search yet. */
  input: (text: string) => InputOf<C> | 0 | undefined;
  options: (found: ResultOf<C>) => readonly RemoteOption<V>[];
  /** Names of chosen values, which the search may not find. */
  known?: readonly RemoteOption<V>[];
  /** Searches at once; otherwise when first opened. */
  eager?: boolean;
}
/** `found`: the server's results that were shown. */
interface One<V, Found> {
  multiple?: false;
  value?: V | null | undefined;
  onChange?: (value: V | undefined, found: Found | undefined) => void;
}
interface Many<V, Found> {
  multiple: true;
  value?: readonly V[] | null | undefined;
  onChange?: (values: V[], found: Found | undefined) => void;
}

/** A select over any number of values: the server searches for the typed text after a short pause. */
export function RemoteSelect<C extends Call, V extends string | number>({
  call,
  input,
  options,
  known = [],
  eager = false,
  multiple,
  value,
  onChange,
  onOpenChange,
  ...select
}: RemoteSelectProps<C, V> & (One<V, ResultOf<C>> | Many<V, ResultOf<C>>)): ReactNode {
  const [text, setText] = useState('');
  const search = usePause(setText);
  const [open, setOpen] = useState(eager);
  const requested = input(text);
  const found = useCall(call, requested as InputOf<C>, { enabled: open && !!requested, keepPrevious: true });
  const { shown: data, onMouseDown } = useHeld(found.data);
  const shown = new Map([...known, ...(data ? options(data) : [])].map((one) => [one.value, one]));
  return (
    <Select
      style={{ width: '100%' }}
      {...select}
      {...(multiple ? { mode: 'multiple' as const } : {})}
      notFoundContent={found.isPending ? null : select.notFoundContent}
      value={value ?? (multiple ? [] : null)}
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch: search }}
      onMouseDown={onMouseDown}
      popupRender={(list) =>
        found.isError && !data ? <PageError error={found.error} onRetry={() => void found.refetch()} /> : list
      }
      onOpenChange={(now) => {
        if (now) setOpen(true);
        onOpenChange?.(now);
      }}
      onChange={(chosen: unknown) =>
        (onChange as ((chosen: unknown, found: unknown) => void) | undefined)?.(chosen ?? undefined, data)
      }
      options={[...shown.values()]}
    />
  );
}
