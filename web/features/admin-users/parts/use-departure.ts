import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/**
 * Goes to the address once there is one. To be called after the guard of the form, which has to know first that
 * there is nothing left to guard.
 */
export function useDeparture(address: string | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (address !== undefined) void navigate(address, { replace: true });
  }, [address, navigate]);
}
