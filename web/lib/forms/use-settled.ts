import { useEffect, useState } from 'react';

/** Returns a value once it has not changed for `pauseMs`, such as typed text after a pause. */
export function useSettled<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState<{ readonly value: Value }>({ value });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ value }), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled.value;
}
