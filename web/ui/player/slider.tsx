import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import styles from './slider.module.css';

export interface SliderProps {
  label: string;
  /** Value in words, for screen readers. */
  text: string;
  value: number;
  max: number;
  /** Change by an arrow key, and by Page Up or Page Down. */
  step: number;
  largeStep: number;
  /** Ranges that are drawn behind the value. */
  ranges?: readonly { readonly from: number; readonly to: number }[];
  /** Text at the pointer. */
  hint?(value: number): string;
  onChange(value: number): void;
}

/** Slider from 0 to `max`. It runs from left to right in every language, as is usual for playback. */
export function Slider({ label, text, value, max, ranges = [], hint, ...rest }: SliderProps) {
  const track = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number>();
  const fractionOf = (amount: number) => (max > 0 ? Math.min(1, Math.max(0, amount / max)) : 0);
  const valueAt = ({ clientX }: { clientX: number }) => {
    const box = track.current?.getBoundingClientRect();
    return box && box.width > 0
      ? Math.min(1, Math.max(0, (clientX - box.left) / box.width)) * max
      : value;
  };
  const isHeld = ({ currentTarget, pointerId }: PointerEvent<HTMLElement>) =>
    currentTarget.hasPointerCapture(pointerId);
  const onKeyDown = (event: KeyboardEvent) => {
    // Shortcuts of the browser, such as Alt+Left.
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const changed = valueByKey(event.key, { value, max, ...rest });
    if (changed === undefined) return;
    event.preventDefault();
    rest.onChange(changed);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={styles.slider}
      style={{ '--value': fractionOf(value) } as CSSProperties}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text}
      data-own-gestures
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        rest.onChange(valueAt(event));
      }}
      onPointerMove={(event) => {
        setPointed(valueAt(event));
        if (isHeld(event)) rest.onChange(valueAt(event));
      }}
      onPointerLeave={() => setPointed(undefined)}
    >
      <div ref={track} className={styles.track}>
        {ranges.map(({ from, to }) => (
          <span
            key={from}
            className={styles.range}
            style={{
              insetInlineStart: `${fractionOf(from) * 100}%`,
              inlineSize: `${(fractionOf(to) - fractionOf(from)) * 100}%`,
            }}
          />
        ))}
        <span className={styles.fill} />
      </div>
      <span className={styles.thumb} />
      {hint && pointed !== undefined && max > 0 && (
        <span
          className={styles.hint}
          style={{ insetInlineStart: `${fractionOf(pointed) * 100}%` }}
          aria-hidden
        >
          {hint(pointed)}
        </span>
      )}
    </div>
  );
}

function valueByKey(
  key: string,
  { value, max, step, largeStep }: Pick<SliderProps, 'value' | 'max' | 'step' | 'largeStep'>,
): number | undefined {
  const values: Readonly<Record<string, number>> = {
    ArrowRight: value + step,
    ArrowUp: value + step,
    ArrowLeft: value - step,
    ArrowDown: value - step,
    PageUp: value + largeStep,
    PageDown: value - largeStep,
    Home: 0,
    End: max,
  };
  const changed = values[key];
  return changed === undefined ? undefined : Math.min(max, Math.max(0, changed));
}
