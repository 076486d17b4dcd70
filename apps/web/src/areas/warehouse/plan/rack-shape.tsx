import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Colouring, type HeatSteps, type Rack, shadeOf } from './floor-model.ts';

interface RackShapeProps {
  rack: Rack;
  colouring: Colouring;
  heat: HeatSteps;
  /** The location found by the search. */
  found: number | undefined;
  /** The current drag offset in mm. */
  offset?: { x: number; y: number } | undefined;
}

/** A rack from above: each bay in its place, its levels as stripes, the lowest at the back. */
export const RackShape = memo(function RackShape(props: RackShapeProps): ReactNode {
  const { rack, colouring, heat, found, offset } = props;
  const { t } = useTranslation('warehouse');
  const first = rack.bays.reduce((a, b) => (b.place.xMm < a.place.xMm ? b : a));
  return (
    <g
      className="tw-plan-rack"
      data-rack={rack.key}
      {...(offset ? { transform: `translate(${offset.x} ${offset.y})`, 'data-dragged': true } : {})}
    >
      <text x={first.place.xMm - 150} y={first.place.yMm + first.place.depthMm / 2} className="tw-plan-name">
        {rack.name}
      </text>
      {rack.bays.map((bay) =>
        bay.levels.map((level, i) => {
          const depth = bay.place.depthMm / bay.levels.length;
          const held = level.capacity === null ? String(level.units) : `${level.units} / ${level.capacity}`;
          return (
            <rect
              key={level.id}
              data-location={level.id}
              data-shade={shadeOf(level, colouring, heat)}
              data-found={level.id === found || undefined}
              x={bay.place.xMm}
              y={bay.place.yMm + i * depth}
              width={bay.place.widthMm}
              height={depth}
            >
              <title>{t('plan.tip', { code: level.code, held, picks: level.picks })}</title>
            </rect>
          );
        }),
      )}
    </g>
  );
});
