import type { FloorPlace } from '@tradewind/contract/warehouse.ts';
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStable } from '../../../components/use-stable.ts';
import { type Colouring, type Extent, type HeatSteps, type PlacedBay, type Rack, snap } from './floor-model.ts';
import { RackShape } from './rack-shape.tsx';

interface FloorDrawingProps {
  racks: readonly Rack[];
  extent: Extent;
  /** Pixels per mm. */
  scale: number;
  colouring: Colouring;
  heat: HeatSteps;
  found: number | undefined;
  /** Racks can be dragged. Otherwise dragging pans the plan. */
  arranging: boolean;
  svg: RefObject<SVGSVGElement | null>;
  onZoom: (factor: number) => void;
  onOpen: (locationId: number) => void;
  onMoved: (bays: PlacedBay[]) => void;
}

interface Drag {
  rack?: Rack;
  from: { x: number; y: number };
  scroll: { left: number; top: number };
  far: boolean;
}
/** A shorter move is a click. */
const FAR_PX = 4;
const NAME_PX = 11;

/** The floor to scale. It scrolls like any region, and a mouse can also pan it. */
export function FloorDrawing(props: FloorDrawingProps): ReactNode {
  const { racks, extent, scale, arranging, onOpen, onMoved } = props;
  const { t } = useTranslation('warehouse');
  const paper = useRef<HTMLElement>(null);
  const drag = useRef<Drag>(undefined);
  const [pulled, setPulled] = useState<{ rack: string; x: number; y: number }>();
  useFound(paper, props.found, scale);
  useWheelZoom(paper, props.onZoom);

  const down = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !paper.current) return;
    const rack = arranging && racks.find((each) => each.key === rackAt(event.target));
    if (!rack && event.pointerType !== 'mouse') return;
    const { scrollLeft: left, scrollTop: top } = paper.current;
    drag.current = {
      ...(rack ? { rack } : {}),
      from: { x: event.clientX, y: event.clientY },
      scroll: { left, top },
      far: false,
    };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const at = drag.current;
    if (!at || !paper.current) return;
    const by = { x: event.clientX - at.from.x, y: event.clientY - at.from.y };
    if (!at.far && Math.hypot(by.x, by.y) < FAR_PX) return;
    if (!at.far) event.currentTarget.setPointerCapture(event.pointerId);
    at.far = true;
    if (at.rack) setPulled({ rack: at.rack.key, ...shift(at.rack, by, scale) });
    else paper.current.scrollTo(at.scroll.left - by.x, at.scroll.top - by.y);
  };
  const up = (event: PointerEvent<HTMLElement>) => {
    const at = drag.current;
    drag.current = undefined;
    if (at?.far && at.rack && pulled) onMoved(movedBy(at.rack, pulled));
    setPulled(undefined);
    if (at?.far || event.button !== 0) return;
    const location = (event.target as Element).getAttribute('data-location');
    if (location) onOpen(Number(location));
  };
  return (
    <section
      ref={paper}
      className="tw-plan-paper"
      aria-label={t('plan.title')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
      tabIndex={0}
      data-arranging={arranging || undefined}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={() => {
        drag.current = undefined;
        setPulled(undefined);
      }}
    >
      <svg
        ref={props.svg}
        role="img"
        aria-label={t('plan.drawing')}
        viewBox={`${extent.x} ${extent.y} ${extent.width} ${extent.height}`}
        width={extent.width * scale}
        height={extent.height * scale}
        style={{ fontSize: NAME_PX / scale }}
      >
        <Hatch />
        {racks.map((rack) => (
          <RackShape
            key={rack.key}
            rack={rack}
            colouring={props.colouring}
            heat={props.heat}
            found={
              rack.bays.some((bay) => bay.levels.some((level) => level.id === props.found)) ? props.found : undefined
            }
            offset={pulled?.rack === rack.key ? pulled : undefined}
          />
        ))}
        <Ruler extent={extent} scale={scale} />
      </svg>
    </section>
  );
}

const RULER_MM = 5000;
/** Width of the five-metre scale bar. */
function Ruler({ extent, scale }: { extent: Extent; scale: number }): ReactNode {
  const { t } = useTranslation('warehouse');
  const y = extent.y + 14 / scale;
  const end = 4 / scale;
  return (
    <g className="tw-plan-ruler">
      <path d={`M0 ${y - end}V${y + end}M0 ${y}H${RULER_MM}M${RULER_MM} ${y - end}V${y + end}`} />
      <text x={RULER_MM + 6 / scale} y={y}>
        {t('plan.metres', { count: RULER_MM / 1000 })}
      </text>
    </g>
  );
}

/** Marks locations that must not be picked by more than their colour. */
function Hatch(): ReactNode {
  return (
    <defs>
      <pattern id="tw-plan-hatch" width="160" height="160" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className="tw-plan-hatch-back" width="160" height="160" />
        <line className="tw-plan-hatch-line" x1="0" y1="0" x2="0" y2="160" />
      </pattern>
    </defs>
  );
}

const rackAt = (target: EventTarget) =>
  target instanceof Element ? target.closest('[data-rack]')?.getAttribute('data-rack') : undefined;

/** Snaps to whole steps and stays inside the upper and left edges. */
function shift(rack: Rack, by: { x: number; y: number }, scale: number): { x: number; y: number } {
  const least = (of: (place: FloorPlace) => number) => Math.min(...rack.bays.map((bay) => of(bay.place)));
  const [x, y] = [least((place) => place.xMm), least((place) => place.yMm)];
  return { x: snap(x + by.x / scale) - x, y: snap(y + by.y / scale) - y };
}

function movedBy(rack: Rack, by: { x: number; y: number }): PlacedBay[] {
  return rack.bays.map((bay) => ({
    ...bay,
    place: { ...bay.place, xMm: bay.place.xMm + by.x, yMm: bay.place.yMm + by.y },
  }));
}

/** Scrolls the location found into the middle. */
function useFound(paper: RefObject<HTMLElement | null>, found: number | undefined, scale: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a larger scale moves it out of the middle again
  useEffect(() => {
    const shape = found && paper.current?.querySelector(`[data-location="${found}"]`);
    if (shape) shape.scrollIntoView({ block: 'center', inline: 'center' });
  }, [found, scale, paper]);
}

/** The browser's own zoom gesture (a pinch, or the wheel with a key held) zooms the plan instead of the page. */
function useWheelZoom(paper: RefObject<HTMLElement | null>, onZoom: (factor: number) => void): void {
  const zoom = useStable(onZoom);
  useEffect(() => {
    const element = paper.current;
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15);
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [paper, zoom]);
}
