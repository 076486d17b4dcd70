import { Button, type ButtonProps, Tooltip } from 'antd';
import { type ReactNode, useId, useState } from 'react';

/**
 * A button that the status may disable, with the reason. It stays reachable by keyboard and touch: focus, hover and tap
 * show the reason, and a screen reader reads it.
 */
export function ActionButton({ reason, ...button }: ButtonProps & { reason?: string | undefined }): ReactNode {
  const id = useId();
  const [open, setOpen] = useState(false);
  if (reason === undefined) return <Button {...button} />;
  // What cannot be done now is never the page's primary button.
  const { className = '', type: _type, onClick: _onClick, loading: _loading, href: _href, ...shown } = button;
  return (
    <>
      <Tooltip title={reason} open={open} onOpenChange={setOpen} trigger={['hover', 'focus']}>
        <Button
          {...shown}
          className={`${className} tw-off`}
          disabled={false}
          aria-disabled
          aria-describedby={id}
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      <span id={id} className="tw-hidden-text">
        {reason}
      </span>
    </>
  );
}
