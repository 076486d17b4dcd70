import { Button } from 'antd';
import type { ReactNode } from 'react';

interface StationBarProps {
  number: string;
  /** How far the document is. */
  progress?: string;
  leave: string;
  onLeave: () => void;
}

/** The document on which the station works, and the way to another one. */
export function StationBar({ number, progress, leave, onLeave }: StationBarProps): ReactNode {
  return (
    <div className="tw-station-bar">
      <span className="tw-station-what">
        <strong className="tw-figure">{number}</strong>
        {progress && <span className="tw-muted">{progress}</span>}
      </span>
      <Button onClick={onLeave}>{leave}</Button>
    </div>
  );
}
