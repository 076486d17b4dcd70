import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';

interface LocalTimeProps {
  id?: string;
  value?: string;
  onChange?: (value: string | undefined) => void;
}

/** Date and time at the facility. The value has no time zone. */
export function LocalTime({ id, value, onChange }: LocalTimeProps): ReactNode {
  return (
    <DatePicker
      {...(id ? { id } : {})}
      style={{ width: '100%' }}
      showTime={{ format: 'HH:mm', minuteStep: 15 }}
      format="YYYY-MM-DD HH:mm"
      value={value ? dayjs(value) : null}
      onChange={(at) => onChange?.(at ? at.format('YYYY-MM-DDTHH:mm') : undefined)}
    />
  );
}
