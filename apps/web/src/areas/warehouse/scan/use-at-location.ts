import { useRef, useState } from 'react';

const keyOf = (waveId: number) => `tw.at.${waveId}`;

/** The picker's current location. It survives a reload and is available at once to queued scans. */
export function useAtLocation(waveId: number): {
  at: number | undefined;
  now: () => number | undefined;
  arrive: (locationId: number) => void;
} {
  const [at, setAt] = useState(() => Number(sessionStorage.getItem(keyOf(waveId))) || undefined);
  const newest = useRef(at);
  return {
    at,
    now: () => newest.current,
    arrive: (locationId) => {
      newest.current = locationId;
      sessionStorage.setItem(keyOf(waveId), String(locationId));
      setAt(locationId);
    },
  };
}
