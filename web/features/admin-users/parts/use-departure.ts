import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/**
 * Navigates to the address once it is set. Must be called after the leave guard of the form, which has to be inactive
 * by then.
 */
export function useDeparture(address: string | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (address !== undefined) void navigate(address, { replace: true });
  }, [address, navigate]);
}
