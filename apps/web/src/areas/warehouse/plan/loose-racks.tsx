import { type PointerEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LooseRack } from './floor-model.ts';

interface LooseRacksProps {
  racks: readonly LooseRack[];
  may: boolean;
  /** The screen position where the rack was dropped. */
  onDrop: (rack: LooseRack, at: { x: number; y: number }) => void;
}

/** Racks without a position, to be dragged onto the plan. */
export function LooseRacks({ racks, may, onDrop }: LooseRacksProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const [held, setHeld] = useState<{ rack: LooseRack; x: number; y: number }>();
  const grab = (rack: LooseRack) => (event: PointerEvent<HTMLElement>) => {
    if (!may || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setHeld({ rack, x: event.clientX, y: event.clientY });
  };
  return (
    <aside className="tw-plan-loose" aria-label={t('plan.loose')}>
      <h3>{t('plan.loose')}</h3>
      <p className="tw-muted">{t(may ? 'plan.looseHelp' : 'plan.looseSeen')}</p>
      <ul>
        {racks.map((rack) => (
          <li
            key={rack.key}
            data-grabbed={held?.rack === rack || undefined}
            data-may={may || undefined}
            onPointerDown={grab(rack)}
            onPointerMove={(event) => held && setHeld({ rack, x: event.clientX, y: event.clientY })}
            onPointerUp={(event) => {
              if (held) onDrop(rack, { x: event.clientX, y: event.clientY });
              setHeld(undefined);
            }}
            onPointerCancel={() => setHeld(undefined)}
          >
            <strong>{rack.name}</strong> <span className="tw-muted">{t('plan.bays', { count: rack.bays.length })}</span>
          </li>
        ))}
      </ul>
      {held && (
        <div className="tw-plan-ghost" style={{ left: held.x, top: held.y }} aria-hidden>
          {held.rack.name}
        </div>
      )}
    </aside>
  );
}
