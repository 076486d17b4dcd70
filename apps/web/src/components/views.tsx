import { Segmented } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';

interface ViewsProps<V extends string> {
  label: string;
  value: V;
  options: { value: V; label: ReactNode }[];
  onChange: (view: V) => void;
  className?: string;
  /** Beside the views. */
  children?: ReactNode;
}

/** The views of a page. On a phone they scroll, and the chosen one comes into sight. */
export function Views<V extends string>({
  label,
  value,
  options,
  onChange,
  className = '',
  children,
}: ViewsProps<V>): ReactNode {
  const bar = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is another place to scroll to
  useEffect(() => {
    const chosen = bar.current?.querySelector('.ant-segmented-item-selected');
    chosen?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [value]);
  return (
    <div ref={bar} className={`tw-views ${className}`.trim()}>
      <Segmented<V> aria-label={label} value={value} options={options} onChange={onChange} />
      {children}
    </div>
  );
}
