import { Progress } from 'antd';
import type { ReactNode } from 'react';

interface ProgressOfProps {
  done: number;
  total: number;
  /** Label of the bar. The figures if undefined. */
  said?: string;
}

/** A bar with its figures: 3 / 8. */
export function ProgressOf({ done, total, said = `${done} / ${total}` }: ProgressOfProps): ReactNode {
  const percent = total === 0 ? 0 : Math.round((done / total) * 100);
  return (
    <span className="tw-progress" title={said}>
      <Progress percent={percent} size="small" showInfo={false} aria-label={said} />
      <span className="tw-figure">
        {done} / {total}
      </span>
    </span>
  );
}
