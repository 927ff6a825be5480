import { useEffect, useState } from 'react';

/** What the value has been for `pauseMs` without a change: what somebody has typed once they stop. */
export function useSettled<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState<{ readonly value: Value }>({ value });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ value }), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled.value;
}
